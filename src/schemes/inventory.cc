// SPDX-License-Identifier: Apache-2.0
#include "schemes/inventory.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "base/strings.h"

namespace pge::schemes {
namespace {

using Kind = DeviceKey::Kind;

template <class T>
void complete(T& known, const T& told, const T& unknown) {
  if (known == unknown) known = told;
}

// Adds to `known` what only `told` has.
void complete(Device& known, const Device& told) {
  static const Device unknown;
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
  std::vector<std::string> aliases;
  std::ranges::set_union(known.aliases, told.aliases, std::back_inserter(aliases));
  known.aliases = std::move(aliases);
}

bool is_card(const Device& device) {
  return device.parent_id.empty() || device.parent_id == device.id;
}

bool fits(const Device& device, std::string_view vendor) {
  return vendor.empty() || device.vendor.empty() || device.vendor == vendor;
}

// How far to trust that a device has this number; nothing where it has another or none.
std::optional<DeviceTrust> trust_in_number(const std::vector<Device>& told, Kind kind, int number) {
  for (const Device& device : told) {
    const int has = kind == Kind::index ? device.index : device.minor;
    if (has < 0) continue;
    // Less trusted authors are not heard where a better one has spoken.
    return has == number ? std::optional(device.trust) : std::nullopt;
  }
  return std::nullopt;
}

std::string without_dots(std::string_view text) {
  std::string out(text);
  std::erase(out, '.');
  return out;
}

}  // namespace

void Inventory::add(const Device& device) {
  if (device.id.empty()) return;
  Statements& told = told_[device.id];
  const auto before = [](const Device& a, const Device& b) {
    return a.trust != b.trust ? a.trust > b.trust : a < b;
  };
  told.insert(std::ranges::upper_bound(told, device, before), device);
  Device merged = told.front();
  std::ranges::sort(merged.aliases);
  for (std::size_t i = 1; i < told.size(); ++i) complete(merged, told[i]);
  for (const std::string& alias : merged.aliases) by_name_[to_lower(alias)].insert(merged.id);
  by_name_[to_lower(merged.id)].insert(merged.id);
  by_id_[device.id] = std::move(merged);
}

void Inventory::add(const NodeModel& model) { models_.push_back(model); }

bool Inventory::knows(std::string_view vendor) const {
  if (vendor.empty()) return !by_id_.empty();
  return std::ranges::any_of(by_id_,
                             [&](const auto& entry) { return entry.second.vendor == vendor; });
}

const Device* Inventory::by_id(std::string_view id) const {
  const auto at = by_id_.find(id);
  return at == by_id_.end() ? nullptr : &at->second;
}

const Device* Inventory::by_name(std::string_view name) const {
  if (const Device* device = by_id(name)) return device;
  const auto at = by_name_.find(to_lower(name));
  if (at == by_name_.end()) return nullptr;
  const Device* best = nullptr;
  for (const std::string& id : at->second) {
    const Device* device = by_id(id);
    if (best == nullptr || device->trust > best->trust) best = device;
  }
  return best;
}

const Device* Inventory::by_number(const DeviceKey& key, std::string_view vendor) const {
  if (key.number < 0) return nullptr;
  const Device* best = nullptr;
  DeviceTrust best_trust = DeviceTrust::registered;
  for (const auto& [id, device] : by_id_) {
    if (!fits(device, vendor)) continue;
    const bool wanted =
        key.gpu_instance < 0 ? is_card(device) : device.gpu_instance == key.gpu_instance;
    if (!wanted) continue;
    auto trust = trust_in_number(told_.find(id)->second, key.kind, key.number);
    // A slice's number is its card's, where its author does not repeat it.
    const auto card = is_card(device) ? told_.end() : told_.find(device.parent_id);
    if (!trust && device.minor < 0 && card != told_.end()) {
      trust = trust_in_number(card->second, key.kind, key.number);
    }
    if (!trust || (best != nullptr && *trust <= best_trust)) continue;
    best = &device;
    best_trust = *trust;
  }
  return best;
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
    if (is_card(device) || device.parent_id != card || device.gpu_instance != gpu_instance) {
      continue;
    }
    if (compute_instance < 0 || std::max(device.compute_instance, 0) == compute_instance) {
      return &device;
    }
  }
  return nullptr;
}

const Device* Inventory::only_slice(int minor, std::string_view profile) const {
  const Device* card = by_number({Kind::minor, {}, minor, -1, -1}, "nvidia");
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

const Device* Inventory::by_end_of_alias(std::string_view name) const {
  const Device* only = nullptr;
  for (const auto& [id, device] : by_id_) {
    const bool named = std::ranges::any_of(device.aliases, [&](std::string_view alias) {
      return alias.ends_with(name) && alias.size() > name.size() &&
             alias[alias.size() - name.size() - 1] == '/';
    });
    if (!named) continue;
    if (only != nullptr) return nullptr;
    only = &device;
  }
  return only;
}

const NodeModel* Inventory::model_of(std::string_view vendor, std::string_view mig_profile) const {
  const NodeModel* found = nullptr;
  for (const NodeModel& model : models_) {
    if (model.vendor != vendor || model.mig_profile != mig_profile) continue;
    if (found != nullptr && found->model != model.model) return nullptr;
    found = &model;
  }
  std::string_view known;
  for (const auto& [id, device] : by_id_) {
    if (!is_card(device) || device.vendor != vendor || device.model.empty()) continue;
    if (!known.empty() && known != device.model) return nullptr;
    known = device.model;
  }
  return found;
}

}  // namespace pge::schemes
