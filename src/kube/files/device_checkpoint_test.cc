// SPDX-License-Identifier: Apache-2.0
#include "kube/files/device_checkpoint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kube/files/limits.h"
#include "testing/fixture/testdata.h"

namespace pge {
namespace {

using testing::checkpoint_file;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const std::string kCard1 = "GPU-a1b2c3d4-1111-2222-3333-000000000001";
const std::string kCard2 = "GPU-a1b2c3d4-1111-2222-3333-000000000002";
const std::string kCard3 = "GPU-a1b2c3d4-1111-2222-3333-000000000003";

DeviceCheckpoint good(std::string_view text) {
  auto parsed = parse_device_checkpoint(text);
  EXPECT_TRUE(parsed.has_value()) << (parsed ? "" : parsed.error().message());
  return parsed ? std::move(*parsed) : DeviceCheckpoint{};
}

ErrorKind error_of(std::string_view text) {
  const auto parsed = parse_device_checkpoint(text);
  EXPECT_FALSE(parsed.has_value()) << text.substr(0, 100);
  return parsed ? ErrorKind::absent : parsed.error().kind;
}

std::string entry(std::string_view ids, std::string_view uid = "uid") {
  return R"({"PodUID":")" + std::string(uid) +
         R"(","ContainerName":"c","ResourceName":"r","DeviceIDs":)" + std::string(ids) +
         R"(,"AllocResp":null})";
}

std::string file_with(const std::string& entries) {
  return R"({"Data":{"PodDeviceEntries":[)" + entries +
         R"(],"RegisteredDevices":{}},"Checksum":1})";
}

TEST(DeviceCheckpoint, WhatTheContainerReceived) {
  const auto checkpoint = good(checkpoint_file("kubelet/hami.json"));
  ASSERT_THAT(checkpoint.entries, SizeIs(4));
  const CheckpointEntry& main = checkpoint.entries[0];
  EXPECT_EQ(main.pod_uid, "11111111-2222-3333-4444-000000000001");
  EXPECT_EQ(main.container, "main");
  EXPECT_EQ(main.resource, "nvidia.com/gpu");
  EXPECT_THAT(main.ids, ElementsAre(kCard1 + "-0", kCard1 + "-1"));
  ASSERT_TRUE(main.response);
  EXPECT_EQ(main.response->envs.at("NVIDIA_VISIBLE_DEVICES"), kCard2 + "," + kCard3);
  EXPECT_EQ(main.response->envs.at("CUDA_DEVICE_MEMORY_LIMIT_0"), "3000m");
  EXPECT_EQ(main.response->envs.at("CUDA_DEVICE_SM_LIMIT"), "30");
  ASSERT_TRUE(checkpoint.entries[3].response) << "an empty answer is an answer";
  EXPECT_EQ(checkpoint.entries[3].response->items(), 0U);
  EXPECT_THAT(checkpoint.skipped, IsEmpty());
}

TEST(DeviceCheckpoint, CdiNamesAnnotationsAndMounts) {
  const auto checkpoint = good(checkpoint_file("kubelet/cdi_and_mounts.json"));
  ASSERT_THAT(checkpoint.entries, SizeIs(5));
  EXPECT_THAT(checkpoint.entries[0].response->cdi_names,
              ElementsAre("k8s.device-plugin.nvidia.com/gpu=" + kCard1));
  ASSERT_THAT(checkpoint.entries[1].response->annotations, SizeIs(1));
  EXPECT_EQ(checkpoint.entries[1].response->annotations.begin()->second,
            "k8s.device-plugin.nvidia.com/gpu=" + kCard2 + ",nvidia.com/gds=all");
  EXPECT_THAT(checkpoint.entries[2].response->mounts,
              ElementsAre("/var/run/nvidia-container-devices/" + kCard3, "/usr/local/other"));
}

TEST(DeviceCheckpoint, NumaNodesTogether) {
  for (const char* name :
       {"kubelet/numa_nodes.json", "kubelet/plain_lists.json", "kubelet/without_data.json"}) {
    const auto checkpoint = good(checkpoint_file(name));
    EXPECT_FALSE(checkpoint.entries.empty()) << name;
    for (const CheckpointEntry& entry : checkpoint.entries) {
      EXPECT_TRUE(std::ranges::is_sorted(entry.ids)) << name;
      EXPECT_EQ(std::ranges::adjacent_find(entry.ids), entry.ids.end()) << name;
    }
    EXPECT_THAT(checkpoint.skipped, IsEmpty()) << name;
  }
  const auto both = good(file_with(entry(R"({"1":["b","a"],"-1":["c"],"0":["a"],"2":null})")));
  ASSERT_THAT(both.entries, SizeIs(1));
  EXPECT_THAT(both.entries[0].ids, ElementsAre("a", "b", "c"));
}

TEST(DeviceCheckpoint, EveryLayoutSaysTheSame) {
  const std::string list = entry(R"(["a","b"])");
  const std::string wanted = "uid/c/r";
  for (const std::string& text :
       {file_with(list), file_with(entry(R"({"-1":["a","b"]})")),
        R"({"PodDeviceEntries":[)" + list + R"(],"RegisteredDevices":null,"Checksum":3})",
        R"({"Future":{"PodDeviceEntries":7},"Data":{"PodDeviceEntries":[)" + list +
            R"(]},"Checksum":1,"BootID":"x"})"}) {
    const auto checkpoint = good(text);
    ASSERT_THAT(checkpoint.entries, SizeIs(1)) << text;
    const CheckpointEntry& one = checkpoint.entries[0];
    EXPECT_EQ(one.pod_uid + "/" + one.container + "/" + one.resource, wanted);
    EXPECT_THAT(one.ids, ElementsAre("a", "b"));
    EXPECT_FALSE(one.response);
  }
}

TEST(DeviceCheckpoint, NothingGrantedIsAnAnswer) {
  EXPECT_THAT(good(checkpoint_file("kubelet/nothing_granted.json")).entries, IsEmpty());
  EXPECT_THAT(good(file_with("")).entries, IsEmpty());
  EXPECT_THAT(good(file_with(entry("null"))).entries, IsEmpty()) << "no ids, no entry";
}

TEST(DeviceCheckpoint, OneBadEntryDoesNotTakeTheOthersAway) {
  const auto checkpoint = good(checkpoint_file("kubelet/bad_entries.json"));
  std::vector<std::string> uids;
  for (const CheckpointEntry& entry : checkpoint.entries)
    uids.push_back(entry.pod_uid.substr(entry.pod_uid.size() - 1));
  EXPECT_THAT(uids, ElementsAre("1", "2", "3", "4", "5"));
  EXPECT_THAT(checkpoint.entries[0].ids, ElementsAre(kCard1));
  EXPECT_FALSE(checkpoint.entries[1].response) << "not base64";
  EXPECT_FALSE(checkpoint.entries[2].response) << "not protobuf";
  EXPECT_FALSE(checkpoint.entries[3].response) << "not a text";
  EXPECT_EQ(checkpoint.entries[4].container, std::string("nul\0in name", 11));
  EXPECT_EQ(checkpoint.entries[4].response->envs.at("NVIDIA_VISIBLE_DEVICES"),
            kCard1 + std::string(1, '\0'));
  EXPECT_THAT(checkpoint.skipped, SizeIs(14));
}

TEST(DeviceCheckpoint, ManyFaultsAreCountedNotListed) {
  std::string entries = "7";
  for (int i = 0; i < 1000; ++i) entries += ",7";
  const auto checkpoint = good(file_with(entries));
  ASSERT_THAT(checkpoint.skipped, SizeIs(17));
  EXPECT_EQ(checkpoint.skipped.back().text, "985 more items left out");
}

TEST(DeviceCheckpoint, WhatIsNoCheckpointFails) {
  for (const char* text :
       {"", "{", "[]", "7", "null", "{}", R"({"Data":{}})", R"({"Data":{"PodDeviceEntries":{}}})",
        R"({"Data":{"PodDeviceEntries":"x"}})", R"({"Data":null,"Checksum":1})", "\xff\xfe",
        R"({"Data":{"PodDeviceEntries":[]}} trailing)"}) {
    EXPECT_EQ(error_of(text), ErrorKind::malformed) << text;
  }
}

TEST(DeviceCheckpoint, TornAtAnyByteItFails) {
  const std::string text = checkpoint_file("kubelet/pods.json");
  const std::size_t end = text.find_last_not_of(" \n\t");
  for (std::size_t length = 0; length <= end; length += 7)
    EXPECT_FALSE(parse_device_checkpoint(std::string_view(text).substr(0, length))) << length;
}

TEST(DeviceCheckpoint, LimitsHold) {
  std::string ids = "[\"" + std::string(4097, 'x') + "\",\"y\"]";
  const auto long_id = good(file_with(entry(ids)));
  ASSERT_THAT(long_id.entries, SizeIs(1));
  EXPECT_THAT(long_id.entries[0].ids, ElementsAre("y"));

  const auto huge_entry =
      good(file_with(entry("[\"" + std::string(2U << 20, 'x') + "\"]") + "," + entry("[\"y\"]")));
  ASSERT_THAT(huge_entry.entries, SizeIs(1)) << "the entry beyond the limit alone is left out";
  EXPECT_THAT(huge_entry.skipped, SizeIs(1));

  std::string many = "[\"0\"";
  for (int i = 1; i < 1000; ++i) many += ",\"" + std::to_string(i) + "\"";
  many += "]";
  std::string entries = entry(many);
  for (int i = 0; i < 501; ++i) entries += "," + entry(many);
  EXPECT_EQ(error_of(file_with(entries)), ErrorKind::too_large);
}

}  // namespace
}  // namespace pge
