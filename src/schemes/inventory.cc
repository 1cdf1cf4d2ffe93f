// SPDX-License-Identifier: Apache-2.0
#include "schemes/inventory.h"

#include <algorithm>
#include <utility>

#include "base/strings.h"

namespace pge::schemes {
namespace {

bool is_card(const Device& device) {
  return device.parent_id.empty() || device.parent_id == device.id;
}

template <class T>
void complete(T& known, T& told, const T& unknown) {
  if (known == unknown) known = std::move(told);
}

// Adds to `known` what only `told` has.
void complete(Device& known, Device told) {
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

std::string without_dots(std::string_view text) {
  std::string out(text);
  std::erase(out, '.');
  return out;
}

}  // namespace

void Inventory::add(Device device) {
  const auto [at, is_new] = by_id_.try_emplace(device.id, device);
  if (is_new) return;
  Device& known = at->second;
  if (device.trust > known.trust) std::swap(known, device);
  complete(known, std::move(device));
}

void Inventory::add(NodeModel model) { models_.push_back(std::move(model)); }

bool Inventory::knows(std::string_view vendor) const {
  if (vendor.empty()) return !by_id_.empty();
  return std::ranges::any_of(by_id_,
                             [&](const auto& entry) { return entry.second.vendor == vendor; });
}

const Device* Inventory::by_id(std::string_view id) const {
  const auto at = by_id_.find(id);
  return at == by_id_.end() ? nullptr : &at->second;
}

const Device* Inventory::by_id_in_any_case(std::string_view id) const {
  if (const Device* device = by_id(id)) return device;
  const std::string lower = to_lower(id);
  for (const auto& [known, device] : by_id_) {
    if (known.size() == lower.size() && to_lower(known) == lower) return &device;
  }
  return nullptr;
}

const Device* Inventory::by_number(const DeviceKey& key) const {
  for (const auto& [id, device] : by_id_) {
    const int number = key.kind == DeviceKey::Kind::index ? device.index : device.minor;
    if (number != key.number || number < 0) continue;
    if (key.gpu_instance < 0 ? is_card(device) : device.gpu_instance == key.gpu_instance)
      return &device;
  }
  if (key.gpu_instance < 0) return nullptr;
  // A slice may know its card, but not the card's number.
  DeviceKey card = key;
  card.gpu_instance = -1;
  const Device* parent = by_number(card);
  return parent == nullptr ? nullptr : by_instance(parent->id, key.gpu_instance, -1);
}

const Device* Inventory::by_pci(std::string_view address) const {
  for (const auto& [id, device] : by_id_) {
    if (device.pci_bus_id == address && is_card(device)) return &device;
  }
  return nullptr;
}

const Device* Inventory::by_instance(std::string_view card, int gpu_instance,
                                     int compute_instance) const {
  for (const auto& [id, device] : by_id_) {
    if (is_card(device) || device.parent_id != card || device.gpu_instance != gpu_instance)
      continue;
    if (compute_instance < 0 || device.compute_instance < 0 ||
        device.compute_instance == compute_instance)
      return &device;
  }
  return nullptr;
}

const Device* Inventory::only_slice(int minor, std::string_view profile) const {
  const Device* card = by_number({DeviceKey::Kind::minor, {}, minor, -1, -1});
  if (card == nullptr) return nullptr;
  const Device* only = nullptr;
  for (const auto& [id, device] : by_id_) {
    if (is_card(device) || device.parent_id != card->id) continue;
    if (without_dots(device.mig_profile) != without_dots(profile)) continue;
    if (only != nullptr) return nullptr;
    only = &device;
  }
  return only;
}

const NodeModel* Inventory::model_of(std::string_view vendor, std::string_view mig_profile) const {
  for (const NodeModel& model : models_) {
    if (model.vendor == vendor && model.mig_profile == mig_profile) return &model;
  }
  return nullptr;
}

}  // namespace pge::schemes
