// SPDX-License-Identifier: Apache-2.0
#include "join/match_devices.h"

#include <algorithm>
#include <utility>

namespace pge {

namespace {

template <class T>
void complete(T& known, const T& told, const T& unknown) {
  if (known == unknown) known = told;
}

void complete(Device& known, const Device& told) {
  const Device unknown;
  complete(known.parent_id, told.parent_id, unknown.parent_id);
  complete(known.vendor, told.vendor, unknown.vendor);
  complete(known.model, told.model, unknown.model);
  complete(known.pci_bus_id, told.pci_bus_id, unknown.pci_bus_id);
  complete(known.driver_version, told.driver_version, unknown.driver_version);
  complete(known.mig_profile, told.mig_profile, unknown.mig_profile);
  complete(known.index, told.index, unknown.index);
  complete(known.minor, told.minor, unknown.minor);
  complete(known.gpu_instance, told.gpu_instance, unknown.gpu_instance);
  complete(known.compute_instance, told.compute_instance, unknown.compute_instance);
  complete(known.memory_bytes, told.memory_bytes, unknown.memory_bytes);
  complete(known.healthy, told.healthy, unknown.healthy);
}

bool is_card(const Device& device) {
  return device.parent_id.empty() || device.parent_id == device.id;
}

// An id that stands on its own: shown as it is, with the model where the inventory has it.
Match match_text(const Claim& claim, const Inventory& inventory, std::string id) {
  Match match;
  match.device = inventory.by_id(id);
  if (match.device == nullptr && inventory.knows(claim.vendor)) {
    match.unresolved = "not_in_inventory";
  }
  match.id = std::move(id);
  return match;
}

std::string legacy_mig_id(const DeviceKey& key) {
  return "MIG-" + key.text + "/" + std::to_string(key.gpu_instance) + "/" +
         std::to_string(key.compute_instance);
}

// A number means nothing without an inventory. What the kubelet itself calls the device ("nvidia0",
// "card1") is kept as its name then; a bare number from an annotation makes no line.
Match match_number(const Claim& claim, const Inventory& inventory) {
  Match match;
  match.device = inventory.by_number(claim.device);
  if (match.device != nullptr) {
    match.id = match.device->id;
    return match;
  }
  match.id = claim.device.text;
  match.unresolved = inventory.knows(claim.vendor) ? "not_in_inventory" : "no_inventory";
  return match;
}

Match match_pci(const Claim& claim, const Inventory& inventory) {
  Match match;
  match.device = inventory.by_pci(claim.device.text);
  match.id = match.device != nullptr ? match.device->id : claim.device.text;
  if (match.device == nullptr && inventory.knows(claim.vendor)) {
    match.unresolved = "not_in_inventory";
  }
  return match;
}

}  // namespace

void Inventory::add(Device device) {
  const auto [at, is_new] = by_id_.try_emplace(device.id, device);
  if (!is_new) complete(at->second, device);
}

bool Inventory::knows(std::string_view vendor) const {
  if (vendor.empty()) return !by_id_.empty();
  return std::any_of(by_id_.begin(), by_id_.end(),
                     [&](const auto& entry) { return entry.second.vendor == vendor; });
}

const Device* Inventory::by_id(std::string_view id) const {
  const auto at = by_id_.find(id);
  return at == by_id_.end() ? nullptr : &at->second;
}

const Device* Inventory::by_number(const DeviceKey& key) const {
  for (const auto& [id, device] : by_id_) {
    const int number = key.kind == DeviceKey::Kind::index ? device.index : device.minor;
    if (number != key.number || number < 0) continue;
    if (key.gpu_instance < 0 ? is_card(device) : device.gpu_instance == key.gpu_instance) {
      return &device;
    }
  }
  return nullptr;
}

const Device* Inventory::by_pci(std::string_view address) const {
  for (const auto& [id, device] : by_id_) {
    if (device.pci_bus_id == address && is_card(device)) return &device;
  }
  return nullptr;
}

Match match_device(const Claim& claim, const Inventory& inventory) {
  const DeviceKey& key = claim.device;
  switch (key.kind) {
    case DeviceKey::Kind::none:
      return {{}, nullptr, "no_source"};
    case DeviceKey::Kind::group:
      return {{}, nullptr, "no_source"};
    case DeviceKey::Kind::minor:
    case DeviceKey::Kind::index:
      return match_number(claim, inventory);
    case DeviceKey::Kind::pci:
      return match_pci(claim, inventory);
    case DeviceKey::Kind::mig_legacy:
      return match_text(claim, inventory, legacy_mig_id(key));
    case DeviceKey::Kind::opaque: {
      Match match = match_text(claim, inventory, key.text);
      if (match.device == nullptr) match.unresolved = "unknown_form";
      return match;
    }
    case DeviceKey::Kind::uuid: {
      Match match = match_text(claim, inventory, key.text);
      // A MIG slice without an inventory has no parent, no profile and no model.
      if (match.device == nullptr && key.text.starts_with("MIG-") && match.unresolved.empty()) {
        match.unresolved = "no_inventory";
      }
      return match;
    }
    case DeviceKey::Kind::card: {
      Match match = match_text(claim, inventory, key.text);
      if (match.device == nullptr && match.unresolved.empty()) match.unresolved = "no_inventory";
      return match;
    }
    case DeviceKey::Kind::mig_slot:
    case DeviceKey::Kind::platform:
      return match_text(claim, inventory, key.text);
    case DeviceKey::Kind::dra: {
      Match match = match_text(claim, inventory, key.text);
      if (match.device == nullptr) {
        match.unresolved = inventory.knows(claim.vendor) ? "not_in_inventory" : "no_inventory";
      }
      return match;
    }
  }
  return {};
}

}  // namespace pge
