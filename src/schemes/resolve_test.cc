// SPDX-License-Identifier: Apache-2.0
#include "schemes/resolve.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "schemes/device_ids.h"
#include "testing/fixture/model_text.h"

namespace pge::schemes {
namespace {

using Kind = DeviceKey::Kind;

const std::string kUuid = "a1b2c3d4-1111-2222-3333-00000000000";
const std::string kA = "GPU-" + kUuid + "a";
const std::string kB = "GPU-" + kUuid + "b";
const std::string kClaim = "11111111-2222-3333-4444-000000000020";

Device card(std::string id, int index, int minor, std::string pci = {}) {
  Device device;
  device.id = device.parent_id = std::move(id);
  device.vendor = "nvidia";
  device.index = index;
  device.minor = minor;
  device.pci_bus_id = std::move(pci);
  return device;
}

Device slice(std::string id, std::string parent, std::string profile, int gi, int ci) {
  Device device;
  device.id = std::move(id);
  device.parent_id = std::move(parent);
  device.vendor = "nvidia";
  device.mig_profile = std::move(profile);
  device.gpu_instance = gi;
  device.compute_instance = ci;
  return device;
}

// Minors in another order than indexes, nvidia1 beside nvidia10; two slices of one profile, one of
// another; a card of another vendor.
Inventory machine() {
  Inventory inventory;
  inventory.add(card(kA, 0, 10, "0000:19:00.0"));
  inventory.add(card(kB, 1, 1, "0000:3b:00.0"));
  inventory.add(slice("MIG-1", kB, "1g.10gb", 7, 0));
  inventory.add(slice("MIG-2", kB, "1g.10gb", 8, 0));
  inventory.add(slice("MIG-3", kB, "3g.40gb", 2, 0));
  Device intel = card("0000:03:00.0", -1, -1, "0000:03:00.0");
  intel.vendor = "intel";
  inventory.add(intel);
  return inventory;
}

std::string resolved(const DeviceKey& key) {
  const Inventory inventory = machine();
  const Device* device = resolve(key, inventory);
  return device == nullptr ? "" : device->id;
}

TEST(Resolve, NumbersAddressesAndNames) {
  const std::pair<DeviceKey, std::string> cases[] = {
      {{Kind::minor, "", 1}, kB},
      {{Kind::minor, "", 10}, kA},
      {{Kind::minor, "nvidia1/gi8", 1, 8}, "MIG-2"},
      {{Kind::minor, "nvidia1/gi9", 1, 9}, ""},
      {{Kind::minor, "", -1}, ""},
      {{Kind::index, "", 1}, kB},
      {{Kind::index, "", 10}, ""},
      {{Kind::pci, "0000:19:00.0"}, kA},
      {{Kind::pci, "0000:20:00.0"}, ""},
      {{Kind::mig_legacy, kB, -1, 2, 0}, "MIG-3"},
      {{Kind::mig_legacy, kB, -1, 2, 1}, ""},
      {{Kind::mig_legacy, kA, -1, 2, 0}, ""},
      {{Kind::uuid, kA}, kA},
      {{Kind::uuid, "gpu-" + kUuid + "a"}, kA},
      {{Kind::dra, "gpu.nvidia.com/node-1/gpu-10"}, kA},
      {{Kind::dra, "gpu.nvidia.com/node-1/gpu-0"}, ""},
      {{Kind::dra, "gpu.nvidia.com/node-1/gpu-1-mig-3g40gb-9-4"}, "MIG-3"},
      {{Kind::dra, "gpu.nvidia.com/a/pool/gpu-10"}, kA},
      {{Kind::dra, "gpu.intel.com/node-1/0000-03-00-0-0x56c0"}, "0000:03:00.0"},
      {{Kind::dra, "gpu.amd.com/node-1/gpu-1-129"}, ""},
      {{Kind::dra, "odd"}, ""},
      {{Kind::none, kA}, ""},
      {{Kind::group, kA}, ""},
  };
  for (const auto& [key, id] : cases) EXPECT_EQ(resolved(key), id) << testing::to_text(key);
}

TEST(Resolve, ASliceThatSeveralFitIsNotGuessed) {
  EXPECT_EQ(resolved({Kind::dra, "gpu.nvidia.com/n/gpu-1-mig-1g10gb-19-0"}), "");
}

TEST(Resolve, TheOlderDriversNumbersAreNotTakenForTheNewerOnes) {
  EXPECT_EQ(resolved({Kind::dra, "gpu.nvidia.com/n/gpu-1-mig-9-4-4"}), "");
}

TEST(KeyOfCdi, EachForm) {
  const std::pair<std::string, std::string> cases[] = {
      {"k8s.device-plugin.nvidia.com/gpu=" + kA, "uuid " + kA},
      {"nvidia.com/gpu=" + kA, "uuid " + kA},
      {"nvidia.com/gpu=3", "index 3"},
      {"nvidia.com/gpu=all", "opaque nvidia.com/gpu=all"},
      {"nvidia.com/gpu=1:0", "opaque nvidia.com/gpu=1:0"},
      {"k8s.gpu.nvidia.com/claim=" + kClaim + "-gpu-0", "dra gpu.nvidia.com/node-1/gpu-0"},
      {"k8s.gpu.nvidia.com/claim=" + kClaim, "opaque k8s.gpu.nvidia.com/claim=" + kClaim},
      {"amd.com/gpu=0", "opaque amd.com/gpu=0"},
      {"", "opaque"},
      {"=", "opaque ="},
  };
  for (const auto& [name, key] : cases)
    EXPECT_EQ(testing::to_text(key_of_cdi(name, "node-1")), key) << name;
}

TEST(InventoryTrust, TheDriversWordStandsWhateverTheOrder) {
  Device registered = card(kA, 4, -1);
  registered.model = "A100";
  registered.memory_bytes = 999;
  registered.trust = DeviceTrust::registered;
  Device sliced = card(kA, -1, 7);
  sliced.model = "NVIDIA A100";
  sliced.driver_version = "550";
  sliced.trust = DeviceTrust::slice;
  Device driver = card(kA, 2, -1);
  driver.model = "NVIDIA A100-SXM4-80GB";
  driver.trust = DeviceTrust::driver;
  std::vector<Device> order = {registered, sliced, driver};
  std::ranges::sort(order, {}, &Device::trust);
  do {
    Inventory inventory;
    for (const Device& device : order) inventory.add(device);
    const Device* known = inventory.by_id(kA);
    ASSERT_NE(known, nullptr);
    EXPECT_EQ(known->model, "NVIDIA A100-SXM4-80GB");
    EXPECT_EQ(known->index, 2);
    EXPECT_EQ(known->minor, 7) << "what the driver did not say";
    EXPECT_EQ(known->driver_version, "550");
    EXPECT_EQ(known->memory_bytes, 999U);
  } while (std::ranges::next_permutation(order, {}, &Device::trust).found);
}

TEST(NamesNothing, WhateverIsLeftOfAnId) {
  for (const char* id : {"", "GPU-", "MIG-", "MLU-", "::3", "::", "GPU-::1", "/vgpu1", "card"})
    EXPECT_TRUE(names_nothing(id)) << id;
  for (const char* id : {"x", "GPU-1", "0", "tegra::1", "card1-0", "nvidia0/vgpu1"})
    EXPECT_FALSE(names_nothing(id)) << id;
}

}  // namespace
}  // namespace pge::schemes
