// SPDX-License-Identifier: Apache-2.0
//
// Devices as several authors tell them, and keys that are looked up among them. What is known must
// not depend on the order of telling, and a lookup must give a device that fits. The input is a
// sequence of records of 8 bytes: ids, numbers and origins come from small ranges, so that authors
// contradict each other.
#include <algorithm>
#include <cstdlib>
#include <span>

#include "schemes/resolve.h"

namespace {

using namespace pge;
using pge::schemes::Inventory;

void expect(bool holds) {
  if (!holds) std::abort();
}

std::string name(std::string_view prefix, unsigned number) {
  return std::string(prefix) + std::to_string(number % 8);
}

Device device_of(std::span<const std::uint8_t, 8> bytes) {
  Device device;
  device.id = name("GPU-", bytes[0]);
  device.parent_id = bytes[1] % 4 == 0 ? name("GPU-", bytes[1] / 4U) : device.id;
  device.vendor = bytes[2] % 3 == 0 ? "" : bytes[2] % 3 == 1 ? "nvidia" : "amd";
  device.trust = static_cast<DeviceTrust>(bytes[3] % 4);
  device.minor = static_cast<int>(bytes[4] % 5) - 1;
  device.index = static_cast<int>(bytes[5] % 5) - 1;
  device.gpu_instance = static_cast<int>(bytes[5] / 5U % 3) - 1;
  if (bytes[6] % 2 == 1) device.model = name("model-", bytes[6] / 2U);
  if (bytes[7] % 2 == 1) device.aliases = {name("d/p/gpu-", bytes[7] / 2U)};
  return device;
}

void look_up(const Inventory& inventory, std::span<const std::uint8_t, 8> bytes) {
  DeviceKey key;
  key.kind = static_cast<DeviceKey::Kind>(bytes[0] % 12);
  key.text = name(bytes[1] % 2 == 0 ? "GPU-" : "d/p/gpu-", bytes[2]);
  key.number = static_cast<int>(bytes[3] % 5) - 1;
  key.gpu_instance = static_cast<int>(bytes[4] % 3) - 1;
  key.compute_instance = static_cast<int>(bytes[5] % 2);
  const std::string_view vendor = bytes[6] % 2 == 0 ? "nvidia" : "";
  const Device* found = schemes::resolve(key, inventory, vendor);
  inventory.model_of(vendor, {});
  if (found == nullptr) return;
  expect(inventory.by_id(found->id) == found);
  const bool numbered = key.kind == DeviceKey::Kind::minor || key.kind == DeviceKey::Kind::index;
  if (numbered) expect(vendor.empty() || found->vendor.empty() || found->vendor == vendor);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::vector<Device> told;
  std::vector<std::span<const std::uint8_t, 8>> keys;
  for (std::span<const std::uint8_t> rest(data, size); rest.size() >= 8; rest = rest.subspan(8)) {
    const auto record = rest.first<8>();
    if (record[7] >= 0xc0) {
      keys.push_back(record);
    } else if (told.size() < 64) {
      told.push_back(device_of(record));
    }
  }
  Inventory forward;
  Inventory backward;
  for (const Device& device : told) forward.add(device);
  std::ranges::reverse(told);
  for (const Device& device : told) backward.add(device);
  expect(forward.devices() == backward.devices());
  for (const auto& record : keys) {
    look_up(forward, record);
    look_up(backward, record);
  }
  return 0;
}
