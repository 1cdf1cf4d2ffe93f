// SPDX-License-Identifier: Apache-2.0
#include "schemes/dra_objects.h"

#include <algorithm>

#include "base/strings.h"
#include "model/quantity.h"
#include "schemes/dra_drivers.h"
#include "schemes/id_forms.h"

namespace pge::schemes {
namespace {

// Names without a domain are the driver's own, which some releases write out.
class Attributes {
 public:
  Attributes(const ResourceSliceView& slice, const ResourceSliceView::Device& device)
      : domain_(slice.driver + "/"), map_(device.attributes) {}

  // The first of these names that has a text.
  std::string_view text(std::initializer_list<std::string_view> names) const {
    for (const std::string_view name : names) {
      auto value = find_text(map_, name);
      if (!value) value = find_text(map_, domain_ + std::string(name));
      if (value && !value->empty() && value->size() <= kLongest) return *value;
    }
    return {};
  }

  int number(std::string_view name) const {
    const auto number = parse_unsigned<std::uint16_t>(text({name}));
    return number ? int{*number} : -1;
  }

  std::optional<bool> flag(std::string_view name) const {
    const std::string_view value = text({name});
    if (value == "true") return true;
    if (value == "false") return false;
    return std::nullopt;
  }

 private:
  static constexpr std::size_t kLongest = 256;  // Kubernetes allows 64

  std::string domain_;
  const TextMap& map_;
};

std::string pci_of(const Attributes& attributes, std::string_view vendor, std::string_view name) {
  const auto text =
      attributes.text({"resource.kubernetes.io/pciBusID", "pcieBusID", "pciAddr", "pciAddress"});
  if (auto address = canonical_pci(text)) return *address;
  return vendor == "intel" ? pci_in_name(name).value_or("") : std::string();
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

bool is_monitoring(const ResourceClaimView& claim, const ResourceClaimView::Result& result) {
  if (result.admin_access) return true;
  return std::ranges::any_of(claim.admin_requests,
                             [&](std::string_view request) { return serves(result, request); });
}

bool serves(const ResourceClaimView::Result& result, std::string_view request) {
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

Device device_of_slice(const ResourceSliceView& slice, const ResourceSliceView::Device& from) {
  const Attributes attributes(slice, from);
  Device device;
  device.node = from.node.empty() ? slice.node : from.node;
  device.vendor = vendor_of_driver(slice.driver);
  device.trust = DeviceTrust::slice;
  const std::string_view type = attributes.text({"type"});
  const std::string_view parent = attributes.text({"parentUUID", "parentPciAddr"});
  const bool part = type == "mig" || type.ends_with("-partition") || !parent.empty();
  if (!part) device.pci_bus_id = pci_of(attributes, device.vendor, from.name);
  if (type == "mig") device.mig_profile = attributes.text({"profile"});
  device.model = model_of(attributes, device.mig_profile);
  device.driver_version = attributes.text({"driverVersion"});
  device.index = part ? -1 : attributes.number("index");
  device.minor = part ? -1 : attributes.number("minor");
  // NVIDIA's drivers since 25.8 tell the minor by the name alone.
  const bool numbered = device.minor < 0 && !part && device.vendor == "nvidia";
  if (numbered) device.minor = number_after(from.name, "gpu-").value_or(-1);
  device.healthy = attributes.flag("healthy");
  device.memory_bytes = memory_of(from.capacity, slice.driver);
  const std::string name = dra_name(slice.driver, slice.pool, from.name);
  device.aliases = {name};
  device.id = own_id(device, attributes.text({"uuid", "UUID"}), part);
  if (device.id.empty()) device.id = name;
  device.parent_id = part ? std::string(parent) : device.id;
  if (const auto address = canonical_pci(device.parent_id)) device.parent_id = *address;
  return device;
}

std::optional<std::string> pci_in_name(std::string_view name) {
  constexpr std::size_t kAddress = std::string_view("0000-03-00-0").size();
  if (name.size() <= kAddress || !name.substr(kAddress).starts_with("-0x")) return std::nullopt;
  std::string address(name.substr(0, kAddress));
  address[4] = address[7] = ':';
  address[10] = '.';
  return canonical_pci(address);
}

DeviceKey key_of_name(std::string_view driver, std::string_view pool, std::string_view device) {
  if (vendor_of_driver(driver) == "intel") {
    if (const auto address = pci_in_name(device)) {
      return text_key(DeviceKey::Kind::pci, *address);
    }
  }
  return text_key(DeviceKey::Kind::dra, dra_name(driver, pool, device));
}

DraObjects::DraObjects(std::vector<ResourceClaimView> claims,
                       std::vector<ResourceSliceView> slices) {
  for (ResourceClaimView& claim : claims) put(std::move(claim));
  for (ResourceSliceView& slice : slices) put(std::move(slice));
}

void DraObjects::put(ResourceClaimView claim) {
  auto key = std::pair(claim.ns, claim.name);
  claims_.insert_or_assign(std::move(key), std::move(claim));
}

void DraObjects::erase_claim(std::string_view ns, std::string_view name) {
  claims_.erase({std::string(ns), std::string(name)});
}

void DraObjects::put(ResourceSliceView slice) {
  erase_slice(slice.name);
  if (!is_gpu_driver(slice.driver)) return;
  Slice kept{slice.driver, slice.pool, slice.generation, {}};
  for (const ResourceSliceView::Device& device : slice.devices) {
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

const ResourceClaimView* DraObjects::find_claim(std::string_view ns, std::string_view name) const {
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

std::vector<Device> DraObjects::devices() const {
  std::vector<Device> out;
  for (const auto& [key, pool] : pools_) {
    std::uint64_t newest = 0;
    for (const auto& [name, slice] : pool) newest = std::max(newest, slice->generation);
    for (const auto& [name, slice] : pool) {
      if (slice->generation != newest) continue;
      for (const auto& [device_name, device] : slice->devices) out.push_back(device);
    }
  }
  return out;
}

}  // namespace pge::schemes
