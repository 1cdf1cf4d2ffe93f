// SPDX-License-Identifier: Apache-2.0
#include "join/match_devices.h"

#include <gtest/gtest.h>

namespace pge {
namespace {

using Kind = DeviceKey::Kind;

Device gpu(std::string id, int index, int minor) {
  Device device;
  device.id = device.parent_id = std::move(id);
  device.vendor = "nvidia";
  device.index = index;
  device.minor = minor;
  return device;
}

Claim claim(DeviceKey key, std::string vendor = "nvidia") {
  Claim c;
  c.device = std::move(key);
  c.vendor = std::move(vendor);
  return c;
}

struct Case {
  const char* name;
  DeviceKey key;
  const char* vendor;
  const char* id_without;  // without any inventory
  const char* reason_without;
  const char* id_with;  // with the inventory below
  const char* reason_with;
};

Inventory machine() {
  Inventory inventory;
  inventory.add(gpu("GPU-a", 0, 1));
  inventory.add(gpu("GPU-b", 1, 10));
  Device slice = gpu("MIG-s", -1, 10);
  slice.parent_id = "GPU-b";
  slice.gpu_instance = 3;
  inventory.add(slice);
  Device amd = gpu("0000:19:00.0", -1, -1);
  amd.vendor = "amd";
  amd.pci_bus_id = "0000:19:00.0";
  inventory.add(amd);
  return inventory;
}

const Case kCases[] = {
    {"uuid", {Kind::uuid, "GPU-a"}, "nvidia", "GPU-a", "", "GPU-a", ""},
    {"uuid gone", {Kind::uuid, "GPU-x"}, "nvidia", "GPU-x", "", "GPU-x", "not_in_inventory"},
    {"mig", {Kind::uuid, "MIG-s"}, "nvidia", "MIG-s", "no_inventory", "MIG-s", ""},
    {"mig legacy",
     {Kind::mig_legacy, "GPU-a", -1, 7, 0},
     "nvidia",
     "MIG-GPU-a/7/0",
     "",
     "MIG-GPU-a/7/0",
     "not_in_inventory"},
    {"minor", {Kind::minor, "", 1}, "nvidia", "", "no_inventory", "GPU-a", ""},
    {"minor is not index",
     {Kind::minor, "", 0},
     "nvidia",
     "",
     "no_inventory",
     "",
     "not_in_inventory"},
    {"index", {Kind::index, "", 1}, "nvidia", "", "no_inventory", "GPU-b", ""},
    {"minor 10 of GKE",
     {Kind::minor, "nvidia10", 10},
     "nvidia",
     "nvidia10",
     "no_inventory",
     "GPU-b",
     ""},
    {"instance of GKE",
     {Kind::minor, "nvidia10/gi3", 10, 3},
     "nvidia",
     "nvidia10/gi3",
     "no_inventory",
     "MIG-s",
     ""},
    {"unknown instance",
     {Kind::minor, "nvidia10/gi4", 10, 4},
     "nvidia",
     "nvidia10/gi4",
     "no_inventory",
     "nvidia10/gi4",
     "not_in_inventory"},
    {"pci", {Kind::pci, "0000:19:00.0"}, "amd", "0000:19:00.0", "", "0000:19:00.0", ""},
    {"pci gone",
     {Kind::pci, "0000:20:00.0"},
     "amd",
     "0000:20:00.0",
     "",
     "0000:20:00.0",
     "not_in_inventory"},
    {"card", {Kind::card, "card1"}, "intel", "card1", "no_inventory", "card1", "no_inventory"},
    {"opaque", {Kind::opaque, "x/y"}, "", "x/y", "unknown_form", "x/y", "unknown_form"},
    {"none", {Kind::none, ""}, "nvidia", "", "no_source", "", "no_source"},
    {"group", {Kind::group, "g"}, "nvidia", "", "no_source", "", "no_source"},
    {"dra",
     {Kind::dra, "gpu.nvidia.com/n1/gpu-0"},
     "nvidia",
     "gpu.nvidia.com/n1/gpu-0",
     "no_inventory",
     "gpu.nvidia.com/n1/gpu-0",
     "not_in_inventory"},
    {"negative number",
     {Kind::minor, "", -1},
     "nvidia",
     "",
     "no_inventory",
     "",
     "not_in_inventory"},
};

TEST(MatchDevice, EachKeyWithoutInventory) {
  const Inventory nothing;
  for (const Case& c : kCases) {
    const Match match = match_device(claim(c.key, c.vendor), nothing);
    EXPECT_EQ(match.id, c.id_without) << c.name;
    EXPECT_EQ(match.unresolved, c.reason_without) << c.name;
    EXPECT_EQ(match.device, nullptr) << c.name;
  }
}

TEST(MatchDevice, EachKeyWithInventory) {
  const Inventory inventory = machine();
  for (const Case& c : kCases) {
    const Match match = match_device(claim(c.key, c.vendor), inventory);
    EXPECT_EQ(match.id, c.id_with) << c.name;
    EXPECT_EQ(match.unresolved, c.reason_with) << c.name;
  }
}

TEST(MatchDevice, ADraDeviceIsTheCardThatItsSliceNames) {
  Inventory inventory = machine();
  Device from_slice = gpu("GPU-a", -1, -1);
  from_slice.trust = DeviceTrust::slice;
  from_slice.aliases = {"gpu.nvidia.com/n1/gpu-0"};
  inventory.add(from_slice);
  const Match match = match_device(claim({Kind::dra, "gpu.nvidia.com/n1/gpu-0"}), inventory);
  EXPECT_EQ(match.id, "GPU-a");
  EXPECT_EQ(match.unresolved, "");
}

TEST(MatchDevice, TheModelOfALabelStandsInWhereNobodyElseKnowsOne) {
  Inventory inventory;
  inventory.add(NodeModel{"n1", "nvidia", "Tesla-T4", {}, {}});
  EXPECT_EQ(match_device(claim({Kind::uuid, "GPU-x"}), inventory).model, "Tesla-T4");
  EXPECT_EQ(match_device(claim({Kind::uuid, "x"}, "amd"), inventory).model, "");
  EXPECT_EQ(match_device(claim(DeviceKey{}), inventory).model, "");
}

TEST(Inventory, KnowsVendorsApart) {
  const Inventory inventory = machine();
  EXPECT_TRUE(inventory.knows("amd"));
  EXPECT_FALSE(inventory.knows("intel"));
  EXPECT_TRUE(inventory.knows(""));
  EXPECT_FALSE(Inventory().knows(""));
}

}  // namespace
}  // namespace pge
