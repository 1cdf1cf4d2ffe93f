// SPDX-License-Identifier: Apache-2.0
#include "model/device_resolver.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <tuple>
#include <utility>

#include "base/strings.h"
#include "model/cdi_name.h"

namespace pge {
namespace {

using Kind = DeviceKey::Kind;

template <class T>
void complete(T& known, const T& told, const T& unknown) {
  if (known == unknown) known = told;
}

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

// The number that a device has by this kind of key, and who says so.
std::optional<DeviceOrigin> origin_of_number(const std::vector<Device>& told, Kind kind,
                                             int number) {
  for (const Device& device : told) {
    const int has = kind == Kind::index ? device.index : device.minor;
    if (has < 0) continue;
    // Less trusted authors are not heard where a better one has spoken.
    return has == number ? std::optional(device.origin) : std::nullopt;
  }
  return std::nullopt;
}

std::string legacy_id(const DeviceKey& key) {
  return "MIG-" + key.text + "/" + std::to_string(key.gpu_instance) + "/" +
         std::to_string(key.compute_instance);
}

}  // namespace

void DeviceResolver::add(const Device& device) {
  if (device.id.empty()) return;
  Statements& told = told_[device.id];
  const auto before = [](const Device& a, const Device& b) {
    return std::tie(a.origin, a) < std::tie(b.origin, b);
  };
  told.insert(std::ranges::upper_bound(told, device, before), device);
  Device merged = told.front();
  std::ranges::sort(merged.aliases);
  for (std::size_t i = 1; i < told.size(); ++i) complete(merged, told[i]);
  for (const std::string& alias : merged.aliases) by_name_[to_lower(alias)].insert(merged.id);
  by_name_[to_lower(merged.id)].insert(merged.id);
  by_id_[device.id] = std::move(merged);
}

void DeviceResolver::add(const NodeModel& model) {
  if (!model.model.empty()) label_models_[model.vendor].insert(model.model);
}

bool DeviceResolver::knows(std::string_view vendor) const {
  if (vendor.empty()) return !by_id_.empty();
  return std::ranges::any_of(by_id_,
                             [&](const auto& entry) { return entry.second.vendor == vendor; });
}

const Device* DeviceResolver::by_id(std::string_view id) const {
  const auto at = by_id_.find(id);
  return at == by_id_.end() ? nullptr : &at->second;
}

const Device* DeviceResolver::by_name(std::string_view name) const {
  if (const Device* device = by_id(name)) return device;
  const auto at = by_name_.find(to_lower(name));
  if (at == by_name_.end()) return nullptr;
  const Device* best = nullptr;
  for (const std::string& id : at->second) {
    const Device* device = by_id(id);
    if (best == nullptr || device->origin < best->origin) best = device;
  }
  return best;
}

const Device* DeviceResolver::by_number(const DeviceKey& key, std::string_view vendor) const {
  const Device* best = nullptr;
  DeviceOrigin best_origin = DeviceOrigin::node_register;
  for (const auto& [id, device] : by_id_) {
    if (!fits(device, vendor)) continue;
    const bool wanted =
        key.gpu_instance < 0 ? is_card(device) : device.gpu_instance == key.gpu_instance;
    if (!wanted) continue;
    auto origin = origin_of_number(told_.find(id)->second, key.kind, key.number);
    // A slice's number is its card's, where its author does not repeat it.
    const auto card = is_card(device) ? told_.end() : told_.find(device.parent_id);
    if (!origin && device.minor < 0 && card != told_.end()) {
      origin = origin_of_number(card->second, key.kind, key.number);
    }
    if (!origin || (best != nullptr && *origin >= best_origin)) continue;
    best = &device;
    best_origin = *origin;
  }
  return best;
}

const Device* DeviceResolver::by_pci(std::string_view address) const {
  for (const auto& [id, device] : by_id_) {
    if (device.pci_bus_id == address && is_card(device)) return &device;
  }
  return by_name(address);
}

// A slice by card, GPU instance and compute instance, under whatever id newer drivers give it.
const Device* DeviceResolver::by_instance(const DeviceKey& key) const {
  if (const Device* device = by_id(legacy_id(key))) return device;
  for (const auto& [id, device] : by_id_) {
    if (!is_card(device) && device.parent_id == key.text &&
        device.gpu_instance == key.gpu_instance &&
        std::max(device.compute_instance, 0) == key.compute_instance) {
      return &device;
    }
  }
  return nullptr;
}

// "<driver>/<pool>/<device>" by the device alone: on one node it is seldom ambiguous, and where it
// is, nothing is found.
const Device* DeviceResolver::by_dra_device(std::string_view device) const {
  const Device* found = nullptr;
  for (const auto& [id, candidate] : by_id_) {
    const bool named = std::ranges::any_of(candidate.aliases, [&](std::string_view alias) {
      return alias.ends_with(device) && alias.size() > device.size() &&
             alias[alias.size() - device.size() - 1] == '/';
    });
    if (!named) continue;
    if (found != nullptr) return nullptr;
    found = &candidate;
  }
  return found;
}

const Device* DeviceResolver::by_cdi_name(std::string_view text) const {
  const auto name = parse_cdi_name(text);
  if (!name) return nullptr;
  if (const Device* device = by_name(name->device)) return device;
  const auto index = parse_unsigned<std::uint16_t>(name->device);
  if (index && name->device_class == "gpu") {
    DeviceKey key;
    key.kind = Kind::index;
    key.number = *index;
    const bool nvidia = name->vendor.ends_with("nvidia.com");
    return by_number(key, nvidia ? "nvidia" : name->vendor == "amd.com" ? "amd" : "?");
  }
  return by_dra_device(device_of_claim(*name));
}

const Device* DeviceResolver::find(const DeviceKey& key, std::string_view vendor) const {
  switch (key.kind) {
    case Kind::none:
    case Kind::group:
      return nullptr;
    case Kind::minor:
    case Kind::index:
      return key.number < 0 ? nullptr : by_number(key, vendor);
    case Kind::pci:
      return by_pci(key.text);
    case Kind::mig_legacy:
      return by_instance(key);
    case Kind::uuid:
    case Kind::mig_slot:
    case Kind::platform:
    case Kind::card:
    case Kind::dra:
      return by_name(key.text);
    case Kind::opaque:
      if (const Device* device = by_name(key.text)) return device;
      return by_cdi_name(key.text);
  }
  return nullptr;
}

std::string DeviceResolver::model_of_label(std::string_view vendor) const {
  const auto at = label_models_.find(vendor);
  if (at == label_models_.end() || at->second.size() != 1) return {};
  std::string_view known;
  for (const auto& [id, device] : by_id_) {
    if (!is_card(device) || device.vendor != vendor || device.model.empty()) continue;
    if (!known.empty() && known != device.model) return {};  // the node's cards differ
    known = device.model;
  }
  return *at->second.begin();
}

std::string DeviceResolver::model_of(const Device* device, std::string_view vendor) const {
  if (device == nullptr) return model_of_label(vendor);
  if (!device->model.empty()) return device->model;
  const Device* card = is_card(*device) ? nullptr : by_id(device->parent_id);
  std::string model = card == nullptr ? std::string() : card->model;
  if (model.empty()) model = model_of_label(device->vendor);
  if (!model.empty() && !device->mig_profile.empty()) model += " MIG " + device->mig_profile;
  return model;
}

}  // namespace pge
