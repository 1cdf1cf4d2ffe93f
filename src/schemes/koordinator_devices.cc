// SPDX-License-Identifier: Apache-2.0
#include "schemes/koordinator_devices.h"

#include <algorithm>
#include <array>

#include "base/strings.h"
#include "model/quantity.h"
#include "schemes/claims.h"
#include "schemes/id_forms.h"

namespace pge::schemes {
namespace {

constexpr std::string_view kVendor = "node.koordinator.sh/gpu-vendor";
constexpr std::string_view kModel = "node.koordinator.sh/gpu-model";
constexpr std::string_view kDriver = "node.koordinator.sh/gpu-driver-version";
constexpr std::string_view kMemory = "koordinator.sh/gpu-memory";
constexpr std::uint64_t kMostMinor = 65'535;
constexpr std::size_t kMostDevices = 1024;

Device device_of(const DeviceObjectView& object, const DeviceObjectView::Entry& entry) {
  Device device;
  device.node = object.name;
  device.id = device.parent_id = entry.id;
  device.vendor = koordinator_vendor(object.labels);
  device.origin = DeviceOrigin::custom_object;
  device.driver_version = find_text(object.labels, kDriver).value_or("");
  device.pci_bus_id = canonical_pci(entry.bus_id).value_or("");
  if (entry.minor && *entry.minor <= kMostMinor) device.minor = static_cast<int>(*entry.minor);
  device.healthy = entry.health;
  const auto memory = find_text(entry.resources, kMemory);
  const auto bytes = memory ? quantity_units(*memory) : std::nullopt;
  if (bytes && *bytes > 0) device.memory_bytes = bytes;
  return device;
}

}  // namespace

Reading<Device> koordinator_devices(const DeviceObjectView& object) {
  Reading<Device> out;
  const std::string where = "Device " + to_valid_utf8(object.name.substr(0, ClaimList::kMaxId));
  const auto skip = [&](std::string_view what, std::string_view bytes = {}) {
    if (out.skipped.size() < ClaimList::kMaxSkipped) {
      out.skipped.push_back(malformed(where, what, bytes));
    }
  };
  for (const DeviceObjectView::Entry& entry : object.devices) {
    if (entry.type != "gpu") continue;
    if (out.items.size() == kMostDevices) {
      skip("more devices than a node can have");
      break;
    }
    if (entry.id.empty() || entry.id.size() > ClaimList::kMaxId) {
      skip("a card without id", entry.id);
      continue;
    }
    out.items.push_back(device_of(object, entry));
  }
  return out;
}

std::string koordinator_vendor(const TextMap& labels) {
  const std::string vendor = to_lower(trim(find_text(labels, kVendor).value_or("")));
  if (vendor.empty()) return "nvidia";
  return vendor == "huawei" ? "ascend" : vendor;
}

std::optional<NodeModel> koordinator_model(const std::string& node, const TextMap& labels) {
  const auto text = find_text(labels, kModel);
  if (!text || trim(*text).empty() || text->size() > ClaimList::kMaxId) return std::nullopt;
  return NodeModel{node, koordinator_vendor(labels), std::string(trim(*text))};
}

}  // namespace pge::schemes
