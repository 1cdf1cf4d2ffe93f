// SPDX-License-Identifier: Apache-2.0
#include "join/match_devices.h"

#include "schemes/resolve.h"

namespace pge {

namespace {

using Kind = DeviceKey::Kind;

// What a device is called that no inventory knows. A number alone is no name: an annotation's "0"
// makes no line, the kubelet's "nvidia0" does.
std::string own_name(const DeviceKey& key) {
  if (key.kind != Kind::mig_legacy) return key.text;
  return "MIG-" + key.text + "/" + std::to_string(key.gpu_instance) + "/" +
         std::to_string(key.compute_instance);
}

// Forms that are ids by themselves; an inventory of the vendor that lacks one is what is odd.
bool complete_in_itself(const DeviceKey& key) {
  switch (key.kind) {
    case Kind::uuid:
      return !key.text.starts_with("MIG-");  // no parent, profile and model without an inventory
    case Kind::pci:
    case Kind::mig_legacy:
    case Kind::mig_slot:
    case Kind::platform:
      return true;
    default:
      return false;
  }
}

std::string_view why_unresolved(const Claim& claim, const Inventory& inventory) {
  const Kind kind = claim.device.kind;
  if (kind == Kind::none || kind == Kind::group) return "no_source";
  if (kind == Kind::opaque) return "unknown_form";
  if (inventory.knows(claim.vendor)) return "not_in_inventory";
  return complete_in_itself(claim.device) ? std::string_view() : "no_inventory";
}

}  // namespace

Match match_device(const Claim& claim, const Inventory& inventory) {
  Match match;
  match.device = schemes::resolve(claim.device, inventory, claim.vendor);
  if (match.device != nullptr) {
    match.id = match.device->id;
    match.model = match.device->model;
  } else {
    if (claim.device.kind != Kind::group) match.id = own_name(claim.device);
    match.unresolved = why_unresolved(claim, inventory);
  }
  if (match.model.empty() && !match.id.empty()) {
    const std::string_view profile =
        match.device != nullptr ? std::string_view(match.device->mig_profile) : std::string_view();
    const bool slice = match.id.starts_with("MIG-") && profile.empty();
    const NodeModel* by_label = slice ? nullptr : inventory.model_of(claim.vendor, profile);
    if (by_label != nullptr) match.model = by_label->model;
  }
  return match;
}

}  // namespace pge
