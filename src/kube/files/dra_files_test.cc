// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kube/files/dra_state.h"
#include "kube/files/nvidia_dra_checkpoint.h"
#include "testing/fixture/testdata.h"

namespace pge {
namespace {

using testing::checkpoint_file;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const std::string kUid = "11111111-2222-3333-4444-0000000000";
const std::string kCard1 = "GPU-a1b2c3d4-1111-2222-3333-000000000001";

DraState good_state(std::string_view text) {
  auto parsed = parse_dra_state(text);
  EXPECT_TRUE(parsed.has_value()) << (parsed ? "" : parsed.error().message());
  return parsed ? std::move(*parsed) : DraState{};
}

NvidiaDraCheckpoint good_driver(std::string_view text) {
  auto parsed = parse_nvidia_dra_checkpoint(text);
  EXPECT_TRUE(parsed.has_value()) << (parsed ? "" : parsed.error().message());
  return parsed ? std::move(*parsed) : NvidiaDraCheckpoint{};
}

TEST(DraState, ClaimsWithPodsAndDevices) {
  const DraState state = good_state(checkpoint_file("dra/state_with_crc.json"));
  ASSERT_THAT(state.claims, SizeIs(5));
  EXPECT_THAT(state.skipped, IsEmpty());
  const DraClaim& train = state.claims[0];
  EXPECT_EQ(train.uid, kUid + "20");
  EXPECT_EQ(train.ns + "/" + train.name, "team-a/train-gpu-x7k2p");
  EXPECT_THAT(train.pod_uids, ElementsAre(kUid + "01"));
  ASSERT_THAT(train.devices, SizeIs(2));
  EXPECT_EQ(train.devices[1].driver, "gpu.nvidia.com");
  EXPECT_EQ(train.devices[1].pool, "node-1");
  EXPECT_EQ(train.devices[1].device, "gpu-2-mig-1g24gb-19-0");
  EXPECT_EQ(train.devices[1].share_id, "");
  EXPECT_THAT(train.devices[1].requests, ElementsAre("gpu"));
  EXPECT_THAT(train.devices[1].cdi_names, SizeIs(1));
  EXPECT_THAT(state.claims[1].pod_uids, ElementsAre(kUid + "02", kUid + "03"));
  ASSERT_THAT(state.claims[1].devices, SizeIs(3));
  EXPECT_EQ(state.claims[1].devices[1].share_id, kUid + "91");
  EXPECT_THAT(state.claims[3].devices, SizeIs(1)) << "a driver may have nothing to give";
  EXPECT_THAT(state.claims[4].pod_uids, IsEmpty());
}

TEST(DraState, AWrongChecksumIsNoState) {
  std::string text = checkpoint_file("dra/state_with_crc.json");
  const auto at = text.find("train-gpu");
  ASSERT_NE(at, std::string::npos);
  text[at] = 'b';
  const auto parsed = parse_dra_state(text);
  ASSERT_FALSE(parsed.has_value());
  EXPECT_EQ(parsed.error().kind, ErrorKind::malformed);
  EXPECT_EQ(parsed.error().text, "the checksum does not fit the data");
}

TEST(DraState, KubeletsBefore131NameCdiDevices) {
  const DraState state = good_state(checkpoint_file("dra/state_before_1_31.json"));
  ASSERT_THAT(state.claims, SizeIs(1));
  ASSERT_THAT(state.claims[0].devices, SizeIs(1));
  const DraDevice& device = state.claims[0].devices[0];
  EXPECT_EQ(device.driver, "gpu.resource.nvidia.com");
  EXPECT_EQ(device.pool + device.device, "");
  EXPECT_THAT(device.cdi_names, ElementsAre("k8s.gpu.nvidia.com/claim=" + kUid + "20"));
}

TEST(DraState, EmptyIsAnAnswerAndOtherFilesAreNone) {
  EXPECT_THAT(good_state(checkpoint_file("dra/state_empty.json")).claims, IsEmpty());
  EXPECT_THAT(good_state(R"({"version":"v1","checksum":1})").claims, IsEmpty());
  for (const char* text :
       {"", "{", "[]", "{}", R"({"entries":{}})", R"({"Data":"{}","Checksum":0})",
        R"({"Data":"","Checksum":0})", R"({"Data":7})"}) {
    EXPECT_FALSE(parse_dra_state(text)) << text;
  }
  const std::string text = checkpoint_file("dra/state_with_crc.json");
  for (std::size_t length = 0; length + 2 < text.size(); length += 41)
    EXPECT_FALSE(parse_dra_state(std::string_view(text).substr(0, length))) << length;
}

TEST(DraState, BadItemsAreLeftOut) {
  const DraState state = good_state(R"({"version":"v1","entries":[7,{},
    {"ClaimUID":"u","Namespace":"n","ClaimName":"c","PodUIDs":{"p":{}, "":{}},
     "DriverState":{"d":{"Devices":[{"PoolName":"p"},{"PoolName":"p","DeviceName":"x"},3]},"e":4}}]})");
  ASSERT_THAT(state.claims, SizeIs(1));
  EXPECT_THAT(state.claims[0].pod_uids, ElementsAre("p"));
  ASSERT_THAT(state.claims[0].devices, SizeIs(1));
  EXPECT_EQ(state.claims[0].devices[0].device, "x");
  EXPECT_THAT(state.skipped, SizeIs(4));
}

TEST(NvidiaDraCheckpoint, SecondVersion) {
  const auto checkpoint = good_driver(checkpoint_file("dra/nvidia_second_version.json"));
  EXPECT_EQ(checkpoint.boot_id, "0d9c6a9e-8f5a-4c7e-9b5e-1f2e3d4c5b6a");
  ASSERT_THAT(checkpoint.claims, SizeIs(2)) << "a preparation that was only begun does not count";
  const PreparedClaim& train = checkpoint.claims[0];
  EXPECT_EQ(train.ns + "/" + train.name, "team-a/train-gpu-x7k2p");
  EXPECT_THAT(train.pods, ElementsAre(PodRef{"team-a", "train-0", kUid + "01"}));
  ASSERT_THAT(train.devices, SizeIs(2));
  EXPECT_EQ(train.devices[0], (PreparedDevice{"node-1", "gpu-0", kCard1, false}))
      << "the newer version's word, not the older one's";
  EXPECT_EQ(train.devices[1].uuid, "MIG-5e1f7c3a-aaaa-bbbb-cccc-00000000000a");
  ASSERT_THAT(checkpoint.claims[1].devices, SizeIs(1));
  EXPECT_TRUE(checkpoint.claims[1].devices[0].monitoring) << "adminAccess";
}

TEST(NvidiaDraCheckpoint, OlderVersions) {
  const auto first = good_driver(checkpoint_file("dra/nvidia_first_version.json"));
  ASSERT_THAT(first.claims, SizeIs(1));
  EXPECT_EQ(first.claims[0].devices[0].device, "gpu-0-mig-9-4-4");
  EXPECT_EQ(first.claims[0].devices[0].uuid, "MIG-5e1f7c3a-aaaa-bbbb-cccc-00000000000a");
  const auto earliest = good_driver(checkpoint_file("dra/nvidia_groups_only.json"));
  ASSERT_THAT(earliest.claims, SizeIs(1));
  EXPECT_EQ(earliest.claims[0].devices[0].pool, "node-1");
  EXPECT_EQ(earliest.claims[0].devices[0].uuid, kCard1);
  EXPECT_EQ(earliest.boot_id, "");
}

TEST(NvidiaDraCheckpoint, NothingPreparedIsAnAnswerAndOtherFilesAreNone) {
  EXPECT_THAT(good_driver(checkpoint_file("dra/nvidia_nothing.json")).claims, IsEmpty());
  for (const char* text : {"", "{", "[]", "{}", R"({"Data":{"PodDeviceEntries":[]}})"})
    EXPECT_FALSE(parse_nvidia_dra_checkpoint(text)) << text;
  const auto odd = good_driver(
      R"({"checksum":1,"v2":{"preparedClaims":{"a":7,"b":{"preparedDevices":[{"devices":[
        {"gpu":{"info":{"uuid":"GPU-1"}}}, {"gpu":{"device":{"DeviceName":"x"}}}, 5]}]}}}})");
  EXPECT_THAT(odd.claims, IsEmpty());
  EXPECT_THAT(odd.skipped, SizeIs(2));
}

}  // namespace
}  // namespace pge
