// SPDX-License-Identifier: Apache-2.0
#include "schemes/dra_objects.h"

#include <algorithm>

#include "model/quantity.h"
#include "schemes/dra_drivers.h"
#include "schemes/id_forms.h"

namespace pge::schemes {
namespace {

using AttributeMap = SliceView::AttributeMap;

// Some releases of a driver qualify a name with their own domain, some do not.
const SliceView::Attribute* find_attribute(const SliceView& slice, const AttributeMap& attributes,
                                           std::string_view name) {
  const auto plain = attributes.find(name);
  if (plain != attributes.end()) return &plain->second;
  const auto qualified = attributes.find(slice.driver + "/" + std::string(name));
  return qualified == attributes.end() ? nullptr : &qualified->second;
}

class Attributes {
 public:
  Attributes(const SliceView& slice, const SliceView::SliceDevice& device)
      : slice_(slice), map_(device.attributes) {}

  // The first of these names that has a text.
  std::string_view text(std::initializer_list<std::string_view> names) const {
    for (const std::string_view name : names) {
      const auto* value = find_attribute(slice_, map_, name);
      const auto* text = value == nullptr ? nullptr : std::get_if<std::string>(value);
      if (text != nullptr && !text->empty()) return *text;
    }
    return {};
  }

  int number(std::string_view name) const {
    const auto* value = find_attribute(slice_, map_, name);
    const auto* number = value == nullptr ? nullptr : std::get_if<std::int64_t>(value);
    return number != nullptr && *number >= 0 && *number <= 0xffff ? static_cast<int>(*number) : -1;
  }

  std::optional<bool> flag(std::string_view name) const {
    const auto* value = find_attribute(slice_, map_, name);
    const auto* flag = value == nullptr ? nullptr : std::get_if<bool>(value);
    return flag == nullptr ? std::nullopt : std::optional(*flag);
  }

 private:
  const SliceView& slice_;
  const AttributeMap& map_;
};

std::string pci_of(const Attributes& attributes) {
  const auto text =
      attributes.text({"resource.kubernetes.io/pciBusID", "pcieBusID", "pciAddr", "pciAddress"});
  return canonical_pci(text).value_or("");
}

std::optional<std::uint64_t> memory_of(const TextMap& capacity, std::string_view driver) {
  for (const std::string& name : {std::string("memory"), std::string(driver) + "/memory"}) {
    const auto text = find_text(capacity, name);
    const auto bytes = text ? quantity_units(*text) : std::nullopt;
    if (bytes && *bytes > 0) return bytes;
  }
  return std::nullopt;
}

// Where the vendor's device plugin names whole cards by their PCI address, DRA's are called so too.
std::string own_id(const Device& device, std::string_view uuid, bool part) {
  if (!uuid.empty()) return std::string(uuid);
  const bool by_address = device.vendor == "amd" || device.vendor == "intel";
  return by_address && !part ? device.pci_bus_id : std::string();
}

std::string model_of(const Attributes& attributes, const std::string& profile) {
  std::string model(attributes.text({"productName", "model", "deviceName"}));
  if (model.empty() || profile.empty() || model.find(" MIG ") != std::string::npos) return model;
  return model + " MIG " + profile;
}

}  // namespace

std::string dra_name(std::string_view driver, std::string_view pool, std::string_view device) {
  return std::string(driver) + "/" + std::string(pool) + "/" + std::string(device);
}

bool is_monitoring(const ClaimView& claim, const ClaimView::Result& result) {
  if (result.admin_access) return true;
  return std::ranges::any_of(claim.requests, [&](const ClaimView::Request& request) {
    return request.admin_access && serves(result, request.name);
  });
}

bool serves(const ClaimView::Result& result, std::string_view request) {
  const std::string_view name = result.request;
  if (request.empty() || name == request) return true;
  return name.starts_with(request) && name[request.size()] == '/';
}

DeviceKey key_of(const Device& device) {
  using Kind = DeviceKey::Kind;
  if (!device.aliases.empty() && device.id == device.aliases.front()) {
    return text_key(Kind::dra, device.id);
  }
  if (device.id == device.pci_bus_id) return text_key(Kind::pci, device.id);
  if (const auto key = nvidia_uuid_key(device.id)) return *key;
  return uuid_key(device.id);
}

Device device_of_slice(const SliceView& slice, const SliceView::SliceDevice& from) {
  const Attributes attributes(slice, from);
  Device device;
  device.node = from.node_name.empty() ? slice.node_name : from.node_name;
  device.vendor = vendor_of_driver(slice.driver);
  device.origin = DeviceOrigin::slice;
  const std::string_view type = attributes.text({"type"});
  const std::string_view parent = attributes.text({"parentUUID", "parentPciAddr"});
  const bool part = type == "mig" || type.ends_with("-partition") || !parent.empty();
  device.pci_bus_id = pci_of(attributes);
  if (type == "mig") device.mig_profile = attributes.text({"profile"});
  device.model = model_of(attributes, device.mig_profile);
  device.driver_version = attributes.text({"driverVersion"});
  device.index = part ? -1 : attributes.number("index");
  device.minor = part ? -1 : attributes.number("minor");
  device.memory_bytes = memory_of(from.capacity, slice.driver);
  const std::string name = dra_name(slice.driver, slice.pool, from.name);
  device.aliases = {name};
  device.id = own_id(device, attributes.text({"uuid", "UUID"}), part);
  if (device.id.empty()) device.id = name;
  device.parent_id = part ? std::string(parent) : device.id;
  if (const auto address = canonical_pci(device.parent_id)) device.parent_id = *address;
  return device;
}

void DraObjects::put(ClaimView claim) {
  auto key = std::pair(claim.ns, claim.name);
  claims_.insert_or_assign(std::move(key), std::move(claim));
}

void DraObjects::erase_claim(std::string_view ns, std::string_view name) {
  claims_.erase({std::string(ns), std::string(name)});
}

void DraObjects::put(SliceView slice) {
  erase_slice(slice.name);
  if (!is_gpu_driver(slice.driver)) return;
  Slice kept{slice.driver, slice.pool, slice.generation, {}};
  for (const SliceView::SliceDevice& device : slice.devices) {
    kept.devices.insert_or_assign(device.name, device_of_slice(slice, device));
  }
  const auto [at, added] = slices_.insert_or_assign(slice.name, std::move(kept));
  pools_[{at->second.driver, at->second.pool}][slice.name] = &at->second;
}

void DraObjects::erase_slice(std::string_view name) {
  const auto at = slices_.find(name);
  if (at == slices_.end()) return;
  const auto pool = pools_.find(
      std::pair<std::string_view, std::string_view>(at->second.driver, at->second.pool));
  pool->second.erase(pool->second.find(name));
  if (pool->second.empty()) pools_.erase(pool);
  slices_.erase(at);
}

const ClaimView* DraObjects::find_claim(std::string_view ns, std::string_view name) const {
  const auto at = claims_.find(std::pair(ns, name));
  return at == claims_.end() ? nullptr : &at->second;
}

const Device* DraObjects::find_device(std::string_view driver, std::string_view pool,
                                      std::string_view device) const {
  const auto at = pools_.find(std::pair(driver, pool));
  if (at == pools_.end()) return nullptr;
  const Device* found = nullptr;
  std::uint64_t newest = 0;
  for (const auto& [name, slice] : at->second) newest = std::max(newest, slice->generation);
  for (const auto& [name, slice] : at->second) {
    if (slice->generation != newest) continue;
    const auto entry = slice->devices.find(device);
    if (entry != slice->devices.end()) found = &entry->second;
  }
  return found;
}

std::vector<Device> DraObjects::devices_of_node(std::string_view node) const {
  std::vector<Device> out;
  for (const auto& [key, pool] : pools_) {
    std::uint64_t newest = 0;
    for (const auto& [name, slice] : pool) newest = std::max(newest, slice->generation);
    for (const auto& [name, slice] : pool) {
      if (slice->generation != newest) continue;
      for (const auto& [device_name, device] : slice->devices) {
        if (device.node == node) out.push_back(device);
      }
    }
  }
  return out;
}

}  // namespace pge::schemes
