// SPDX-License-Identifier: Apache-2.0
#include "join/match_devices.h"

#include <string>

namespace pge {

namespace {

using Kind = DeviceKey::Kind;

std::string legacy_mig_id(const DeviceKey& key) {
  return "MIG-" + key.text + "/" + std::to_string(key.gpu_instance) + "/" +
         std::to_string(key.compute_instance);
}

// What a device is called where no inventory knows it. A number means nothing then: what the
// kubelet itself calls the device ("nvidia0", "card1") is kept as its name; a bare number from an
// annotation makes no line.
std::string name_without_inventory(const DeviceKey& key) {
  return key.kind == Kind::mig_legacy ? legacy_mig_id(key) : key.text;
}

// Why a device that no inventory knows counts as unresolved; empty where its id says enough.
std::string_view reason_for(const DeviceKey& key, bool vendor_known) {
  switch (key.kind) {
    case Kind::none:
    case Kind::group:
      return "no_source";
    case Kind::opaque:
      return "unknown_form";
    case Kind::minor:
    case Kind::index:
    case Kind::card:
    case Kind::dra:
      return vendor_known ? "not_in_inventory" : "no_inventory";
    case Kind::uuid:
      // A MIG slice without an inventory has no parent, no profile and no model.
      if (!vendor_known && key.text.starts_with("MIG-")) return "no_inventory";
      break;
    case Kind::mig_legacy:
    case Kind::mig_slot:
    case Kind::pci:
    case Kind::platform:
      break;
  }
  return vendor_known ? "not_in_inventory" : "";
}

}  // namespace

Match match_device(const Claim& claim, const Inventory& inventory) {
  const DeviceKey& key = claim.device;
  Match match;
  match.device = inventory.find(key, claim.vendor);
  if (match.device != nullptr) {
    match.id = match.device->id;
  } else {
    match.unresolved = reason_for(key, inventory.knows(claim.vendor));
    const bool named = key.kind != Kind::none && key.kind != Kind::group;
    if (named) match.id = name_without_inventory(key);
  }
  if (!match.id.empty()) match.model = inventory.model_of(match.device, claim.vendor);
  return match;
}

}  // namespace pge
