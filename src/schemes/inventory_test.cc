// SPDX-License-Identifier: Apache-2.0
#include "schemes/inventory.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "schemes/resolve.h"

namespace pge::schemes {
namespace {

using Kind = DeviceKey::Kind;

Device card(std::string id, int index, int minor, DeviceTrust trust = DeviceTrust::driver) {
  Device device;
  device.id = device.parent_id = std::move(id);
  device.vendor = "nvidia";
  device.index = index;
  device.minor = minor;
  device.trust = trust;
  return device;
}

Device slice(std::string id, std::string parent, int gi, int ci) {
  Device device = card(std::move(id), -1, -1);
  device.parent_id = std::move(parent);
  device.gpu_instance = gi;
  device.compute_instance = ci;
  device.mig_profile = "1g.10gb";
  return device;
}

std::string found(const Inventory& resolver, const DeviceKey& key,
                  std::string_view vendor = "nvidia") {
  const Device* device = resolve(key, resolver, vendor);
  return device == nullptr ? "-" : device->id;
}

DeviceKey minor_key(int number, int gi = -1) { return {Kind::minor, "", number, gi}; }

TEST(Inventory, FourNumberingsOfOneCardAreKeptApart) {
  Inventory resolver;
  resolver.add(card("GPU-a", 0, 3));
  resolver.add(card("GPU-b", 1, 0));
  EXPECT_EQ(found(resolver, minor_key(0)), "GPU-b");
  EXPECT_EQ(found(resolver, minor_key(3)), "GPU-a");
  EXPECT_EQ(found(resolver, minor_key(1)), "-") << "an index is no minor";
  EXPECT_EQ(found(resolver, {Kind::index, "", 1}), "GPU-b");
  EXPECT_EQ(found(resolver, {Kind::index, "", 3}), "-");
  EXPECT_EQ(found(resolver, minor_key(-1)), "-") << "unknown numbers are not equal";
}

TEST(Inventory, ANumberIsLookedUpAmongTheVendorsCards) {
  Inventory resolver;
  resolver.add(card("GPU-a", 0, 0));
  Device other = card("0000:19:00.0", 0, 0);
  other.vendor = "amd";
  resolver.add(other);
  EXPECT_EQ(found(resolver, minor_key(0), "nvidia"), "GPU-a");
  EXPECT_EQ(found(resolver, minor_key(0), "amd"), "0000:19:00.0");
  EXPECT_EQ(found(resolver, minor_key(0), "intel"), "-");
}

TEST(Inventory, TheMostTrustedWordOnANumberStands) {
  // After a reboot the cards changed places; the annotation and the object still say otherwise.
  Inventory resolver;
  resolver.add(card("GPU-a", -1, 1, DeviceTrust::object));
  resolver.add(card("GPU-b", -1, 0, DeviceTrust::object));
  EXPECT_EQ(found(resolver, minor_key(1)), "GPU-a") << "the only word there is";
  resolver.add(card("GPU-a", 0, 0));
  resolver.add(card("GPU-b", 1, 1));
  EXPECT_EQ(found(resolver, minor_key(0)), "GPU-a");
  EXPECT_EQ(found(resolver, minor_key(1)), "GPU-b");
}

TEST(Inventory, ACardThatIsGoneDoesNotTakeTheNumberOfOneThatIsThere) {
  Inventory resolver;
  resolver.add(card("GPU-0-gone", 0, -1, DeviceTrust::registered));
  resolver.add(card("GPU-here", 0, -1, DeviceTrust::driver));
  EXPECT_EQ(found(resolver, {Kind::index, "", 0}), "GPU-here");
}

TEST(Inventory, EveryPropertyComesFromTheMostTrustedInAnyOrder) {
  Device driver = card("GPU-a", 2, -1);
  driver.model = "NVIDIA A100-SXM4-80GB";
  Device from_slice = card("GPU-a", -1, -1, DeviceTrust::slice);
  from_slice.model = "A100";
  from_slice.memory_bytes = 85'899'345'920;
  from_slice.aliases = {"gpu.nvidia.com/n1/gpu-2"};
  Device object = card("GPU-a", -1, 2, DeviceTrust::object);
  object.memory_bytes = 1;
  object.aliases = {"gpu-a"};
  Device reg = card("GPU-a", 7, 7, DeviceTrust::registered);
  reg.healthy = true;
  std::vector<const Device*> all = {&driver, &from_slice, &object, &reg};
  std::ranges::sort(all);
  Device want = driver;
  want.memory_bytes = from_slice.memory_bytes;
  want.minor = 2;
  want.healthy = true;
  want.aliases = {"gpu-a", "gpu.nvidia.com/n1/gpu-2"};
  do {
    Inventory resolver;
    for (const Device* device : all) resolver.add(*device);
    ASSERT_EQ(resolver.devices().size(), 1U);
    EXPECT_EQ(*resolver.by_id("GPU-a"), want);
    EXPECT_EQ(found(resolver, {Kind::index, "", 2}), "GPU-a");
    EXPECT_EQ(found(resolver, {Kind::index, "", 7}), "-") << "the driver has spoken";
  } while (std::ranges::next_permutation(all).found);
}

TEST(Inventory, TwoEquallyTrustedWordsGiveTheSameInEitherOrder) {
  Device one = card("GPU-a", 0, 0);
  one.model = "B";
  Device two = card("GPU-a", 0, 0);
  two.model = "A";
  Inventory first;
  first.add(one);
  first.add(two);
  Inventory second;
  second.add(two);
  second.add(one);
  EXPECT_EQ(first.devices(), second.devices());
}

TEST(Inventory, NamesOfOtherAuthorsLeadToTheDevice) {
  Inventory resolver;
  Device device = card("GPU-ABCD", 0, 0);
  device.aliases = {"gpu.nvidia.com/n1/gpu-0"};
  device.pci_bus_id = "0000:19:00.0";
  resolver.add(device);
  Device dynamic = slice("gpu.nvidia.com/n1/gpu-0-mig-1g10gb-19-0", "GPU-ABCD", -1, -1);
  resolver.add(dynamic);
  EXPECT_EQ(found(resolver, {Kind::dra, "gpu.nvidia.com/n1/gpu-0"}), "GPU-ABCD");
  EXPECT_EQ(found(resolver, {Kind::uuid, "gpu-abcd"}, ""), "GPU-ABCD") << "an object's name";
  EXPECT_EQ(found(resolver, {Kind::pci, "0000:19:00.0"}), "GPU-ABCD");
  EXPECT_EQ(found(resolver, {Kind::dra, dynamic.id}), dynamic.id) << "not made yet, yet known";
  EXPECT_EQ(found(resolver, {Kind::uuid, "GPU-x"}), "-");
  EXPECT_EQ(found(resolver, {Kind::group, "GPU-ABCD"}), "-") << "a group is no device";
  EXPECT_EQ(found(resolver, DeviceKey{}), "-");
}

TEST(Inventory, CdiNamesLeadToTheDevice) {
  Inventory resolver;
  Device device = card("GPU-a", 1, 0);
  device.aliases = {"gpu.nvidia.com/n1/gpu-0"};
  resolver.add(device);
  resolver.add(card("GPU-b", 0, 1));
  Device intel = card("0000:03:00.0", -1, -1);
  intel.vendor = "intel";
  intel.aliases = {"gpu.intel.com/n1/0000-03-00-0-0x56c0"};
  resolver.add(intel);
  const auto cdi = [&](const char* name) { return found(resolver, {Kind::opaque, name}, ""); };
  EXPECT_EQ(cdi("nvidia.com/gpu=1"), "GPU-a") << "CDI counts by index";
  EXPECT_EQ(cdi("k8s.device-plugin.nvidia.com/gpu=GPU-b"), "GPU-b");
  EXPECT_EQ(cdi("k8s.gpu.nvidia.com/claim=0b2d7b9e-0000-4000-8000-000000000001-gpu-0"), "GPU-a");
  EXPECT_EQ(cdi("intel.com/gpu=0000-03-00-0-0x56c0"), "0000:03:00.0");
  EXPECT_EQ(cdi("amd.com/gpu=1"), "-") << "the index of another vendor's card";
  EXPECT_EQ(cdi("nvidia.com/gpu=all"), "-");
  EXPECT_EQ(cdi("nvidia.com/gpu=9"), "-");
  EXPECT_EQ(cdi("1"), "-");
  Device twin = card("GPU-c", -1, -1);
  twin.aliases = {"gpu.nvidia.com/other/gpu-0"};
  resolver.add(twin);
  EXPECT_EQ(cdi("k8s.gpu.nvidia.com/claim=0b2d7b9e-0000-4000-8000-000000000001-gpu-0"), "-")
      << "two pools have such a device";
}

TEST(Inventory, OneNameOfTwoDevicesIsTheMostTrustedOnes) {
  Inventory resolver;
  Device old = card("GPU-a", -1, -1, DeviceTrust::slice);
  Device now = card("GPU-b", -1, -1, DeviceTrust::driver);
  old.aliases = now.aliases = {"d/p/gpu-0"};
  resolver.add(old);
  resolver.add(now);
  EXPECT_EQ(found(resolver, {Kind::dra, "d/p/gpu-0"}), "GPU-b");
}

TEST(Inventory, SlicesAreFoundByCardAndInstance) {
  Inventory resolver;
  resolver.add(card("GPU-a", 0, 0));
  resolver.add(card("GPU-b", 1, 1));
  resolver.add(slice("MIG-1", "GPU-a", 3, 0));
  resolver.add(slice("MIG-2", "GPU-b", 3, 0));
  resolver.add(slice("MIG-GPU-b/5/1", "GPU-b", 5, 1));
  EXPECT_EQ(found(resolver, minor_key(0, 3)), "MIG-1");
  EXPECT_EQ(found(resolver, minor_key(1, 3)), "MIG-2");
  EXPECT_EQ(found(resolver, minor_key(1, 4)), "-");
  EXPECT_EQ(found(resolver, {Kind::mig_legacy, "GPU-b", -1, 3, 0}), "MIG-2");
  EXPECT_EQ(found(resolver, {Kind::mig_legacy, "GPU-b", -1, 5, 1}), "MIG-GPU-b/5/1");
  EXPECT_EQ(found(resolver, {Kind::mig_legacy, "GPU-b", -1, 5, 0}), "-");
}

std::string label_model(const Inventory& inventory, std::string_view profile = {}) {
  const NodeModel* model = inventory.model_of("nvidia", profile);
  return model == nullptr ? "" : model->model;
}

TEST(Inventory, ALabelIsNotBelievedWhereCardsOrLabelsDiffer) {
  Inventory alike;
  Device a = card("GPU-a", 0, 0);
  a.model = "Tesla T4";
  alike.add(a);
  alike.add(NodeModel{"n1", "nvidia", "Tesla-T4", {}, {}});
  alike.add(NodeModel{"n1", "nvidia", "A100 MIG 1g.10gb", "1g.10gb", {}});
  EXPECT_EQ(label_model(alike), "Tesla-T4");
  EXPECT_EQ(label_model(alike, "1g.10gb"), "A100 MIG 1g.10gb");
  EXPECT_EQ(alike.model_of("amd", ""), nullptr);

  Device b = card("GPU-b", 1, 1);
  b.model = "Tesla P4";
  alike.add(b);
  EXPECT_EQ(label_model(alike), "") << "the node has cards of two kinds";

  Inventory two_labels;
  two_labels.add(NodeModel{"n1", "nvidia", "Tesla-T4", {}, {}});
  two_labels.add(NodeModel{"n1", "nvidia", "Tesla-P4", {}, {}});
  EXPECT_EQ(label_model(two_labels), "");
}

TEST(Inventory, NothingIsKnownByAnEmptyId) {
  Inventory resolver;
  resolver.add(Device{});
  EXPECT_TRUE(resolver.empty());
  EXPECT_FALSE(resolver.knows(""));
}

}  // namespace
}  // namespace pge::schemes
