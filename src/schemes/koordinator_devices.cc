// SPDX-License-Identifier: Apache-2.0
#include "schemes/koordinator_devices.h"

#include <array>

#include "base/strings.h"
#include "model/quantity.h"
#include "schemes/claims.h"
#include "schemes/id_forms.h"
#include "schemes/labels.h"

namespace pge::schemes {
namespace {

constexpr int kMostMinor = 65'535;
constexpr std::string_view kObject = "Device";
constexpr std::string_view kMemory = "koordinator.sh/gpu-memory";
constexpr std::array<std::string_view, 1> kVendor = {"node.koordinator.sh/gpu-vendor"};
constexpr std::array<std::string_view, 1> kDriver = {"node.koordinator.sh/gpu-driver-version"};

Device device_of(const KoordinatorDeviceView::Device& from, Device common) {
  common.id = from.id;
  common.parent_id = from.id;
  common.minor = from.minor <= kMostMinor ? from.minor : -1;
  common.healthy = from.health;
  common.pci_bus_id = canonical_pci(from.bus_id).value_or("");
  const auto memory = find_text(from.resources, kMemory);
  const auto bytes = memory ? quantity_units(*memory) : std::nullopt;
  if (bytes && *bytes > 0) common.memory_bytes = bytes;
  return common;
}

}  // namespace

Reading<Device> devices_of_koordinator(const KoordinatorDeviceView& view) {
  Reading<Device> out;
  Device common;
  common.node = view.node;
  common.trust = DeviceTrust::object;
  common.driver_version = model_text(view.labels, kDriver);
  common.vendor = koordinator_vendor(view.labels);
  for (const auto& device : view.devices) {
    if (device.type != "gpu") continue;
    if (device.id.empty() || device.id.size() > ClaimList::kMaxId) {
      if (out.skipped.size() < ClaimList::kMaxSkipped)
        out.skipped.push_back(malformed(kObject, "a device without a usable id", device.id));
      continue;
    }
    if (out.items.size() == ClaimList::kMaxClaims) break;
    out.items.push_back(device_of(device, common));
  }
  return out;
}

std::string koordinator_vendor(const TextMap& labels) {
  const std::string vendor = to_lower(model_text(labels, kVendor));
  if (vendor.empty()) return "nvidia";
  return vendor == "huawei" ? "ascend" : vendor;
}

}  // namespace pge::schemes
