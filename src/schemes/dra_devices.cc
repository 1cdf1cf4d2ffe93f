// SPDX-License-Identifier: Apache-2.0
#include "schemes/dra_devices.h"

#include <array>
#include <optional>

#include "base/strings.h"
#include "model/quantity.h"
#include "schemes/claims.h"
#include "schemes/dra_drivers.h"
#include "schemes/id_forms.h"

namespace pge::schemes {
namespace {

using Kind = DeviceKey::Kind;

// Attributes without a domain are the driver's own, which may also be written out.
std::string_view attribute(const ResourceSliceView& slice, const ResourceSliceView::Device& device,
                           std::string_view name) {
  auto text = find_text(device.attributes, name);
  if (!text) text = find_text(device.attributes, slice.driver + "/" + std::string(name));
  return text && text->size() <= ClaimList::kMaxId ? *text : std::string_view();
}

// A partition names the address of its card under another attribute, if at all.
std::optional<std::string> pci_of(const ResourceSliceView& slice,
                                  const ResourceSliceView::Device& device) {
  for (const std::string_view name : std::to_array<std::string_view>(
           {"resource.kubernetes.io/pciBusID", "pciAddr", "pciAddress", "pcieBusID"})) {
    if (auto address = canonical_pci(attribute(slice, device, name))) return address;
  }
  return std::nullopt;
}

// "0000-03-00-0-0x56c0"
std::optional<std::string> pci_in_name(std::string_view name) {
  constexpr std::size_t kAddress = std::string_view("0000-03-00-0").size();
  if (name.size() <= kAddress || !name.substr(kAddress).starts_with("-0x")) return std::nullopt;
  std::string address(name.substr(0, kAddress));
  address[4] = ':';
  address[7] = ':';
  address[10] = '.';
  return canonical_pci(address);
}

bool partition(std::string_view type) { return type == "mig" || type.ends_with("-partition"); }

int number_or_none(std::string_view text) { return small_number(text).value_or(-1); }

std::optional<bool> health_of(std::string_view text) {
  if (text == "true") return true;
  if (text == "false") return false;
  return std::nullopt;
}

void complete_nvidia(const ResourceSliceView& slice, const ResourceSliceView::Device& device,
                     Device& out) {
  out.mig_profile = attribute(slice, device, "profile");
  if (out.minor < 0) out.minor = number_after(device.name, "gpu-").value_or(-1);
  if (!out.mig_profile.empty() && !out.model.empty()) out.model += " MIG " + out.mig_profile;
}

}  // namespace

std::string dra_name(std::string_view driver, std::string_view pool, std::string_view device) {
  std::string name(driver);
  name.append("/").append(pool).append("/").append(device);
  return name;
}

DeviceKey key_of_slice(const ResourceSliceView& slice, const ResourceSliceView::Device& device) {
  const std::string_view uuid = attribute(slice, device, "uuid");
  if (auto key = nvidia_uuid_key(uuid)) return *key;
  if (!uuid.empty()) return uuid_key(uuid);
  const std::string_view vendor = vendor_of_driver(slice.driver);
  const bool by_address = vendor == "amd" || vendor == "intel";
  if (by_address && !partition(attribute(slice, device, "type"))) {
    if (const auto address = pci_of(slice, device)) return text_key(Kind::pci, *address);
  }
  return key_of_name(slice.driver, slice.pool, device.name);
}

DeviceKey key_of_name(std::string_view driver, std::string_view pool, std::string_view device) {
  if (vendor_of_driver(driver) == "intel") {
    if (const auto address = pci_in_name(device)) return text_key(Kind::pci, *address);
  }
  return text_key(Kind::dra, dra_name(driver, pool, device));
}

Device device_of_slice(const ResourceSliceView& slice, const ResourceSliceView::Device& device) {
  const auto text = [&](std::string_view name) {
    return std::string(attribute(slice, device, name));
  };
  Device out;
  out.node = slice.node;
  out.id = key_of_slice(slice, device).text;
  out.vendor = vendor_of_driver(slice.driver);
  out.model = text("productName");
  if (out.model.empty()) out.model = text("model");
  out.driver_version = text("driverVersion");
  out.index = number_or_none(attribute(slice, device, "index"));
  out.minor = number_or_none(attribute(slice, device, "minor"));
  const std::string_view type = attribute(slice, device, "type");
  if (!partition(type)) {
    out.parent_id = out.id;
    out.pci_bus_id = pci_of(slice, device).value_or("");
  } else {
    out.parent_id = text("parentUUID");
    if (out.parent_id.empty())
      out.parent_id = canonical_pci(attribute(slice, device, "parentPciAddr")).value_or("");
  }
  if (const auto memory = find_text(device.capacity, "memory"))
    out.memory_bytes = quantity_units(*memory);
  out.healthy = health_of(attribute(slice, device, "healthy"));
  if (out.vendor == "nvidia") complete_nvidia(slice, device, out);
  return out;
}

}  // namespace pge::schemes
