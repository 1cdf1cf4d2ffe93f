// SPDX-License-Identifier: Apache-2.0
#include "sources/kubernetes/grants.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace pge {
namespace {

ContainerGrants container(std::string name, std::vector<ResourceDevices> devices) {
  return {std::move(name), std::move(devices), {}};
}

struct Read {
  std::vector<PodGrants> pods;
  std::vector<Error> skipped;
};

Read read(std::vector<ListedPod> pods, const GpuTest& gpus = {}) {
  Read out;
  SkippedItems items(out.skipped);
  out.pods = grants_of(std::move(pods), gpus, items);
  return out;
}

TEST(Grants, OneEntryPerDeviceAndNumaNode) {
  const Read out = read({{"ns",
                          "pod",
                          {container("c", {{"nvidia.com/gpu", {"GPU-b", "GPU-b"}},
                                           {"nvidia.com/mig-1g.10gb", {"MIG-x"}},
                                           {"nvidia.com/gpu", {"GPU-a"}},
                                           {"nvidia.com/gpu", {"GPU-b"}}})}}});
  ASSERT_EQ(out.pods.size(), 1U);
  const std::vector<IdGrant> expected{{"c", "nvidia.com/gpu", {"GPU-a", "GPU-b"}},
                                      {"c", "nvidia.com/mig-1g.10gb", {"MIG-x"}}};
  EXPECT_EQ(out.pods[0].ids, expected);
  EXPECT_TRUE(out.skipped.empty());
}

TEST(Grants, IdsThatNameNoDeviceAreSkippedAndTold) {
  const Read out =
      read({{"ns", "pod", {container("c", {{"nvidia.com/gpu", {"GPU-", "::1", "GPU-a"}}})}}});
  ASSERT_EQ(out.pods.size(), 1U);
  ASSERT_EQ(out.pods[0].ids.size(), 1U);
  EXPECT_EQ(out.pods[0].ids[0].ids, std::vector<std::string>{"GPU-a"});
  ASSERT_EQ(out.skipped.size(), 2U);
  EXPECT_EQ(out.skipped[0].message(), "pod ns/pod: an id of nvidia.com/gpu names nothing: GPU-");
}

TEST(Grants, PodsWithoutGpusAreListedWithNothing) {
  const Read out = read(
      {{"ns", "idle", {}},
       {"ns",
        "nic",
        {container("c", {{"nvidia.com/hostdev", {"0000:03:00.0"}}, {"rdma/hca", {"0", "1"}}})}}});
  ASSERT_EQ(out.pods.size(), 2U);
  EXPECT_TRUE(out.pods[0].empty());
  EXPECT_TRUE(out.pods[1].empty());
  EXPECT_TRUE(out.skipped.empty());
}

TEST(Grants, AnUnlistedNameCountsByTheFormOfItsIds) {
  const std::string uuid = "GPU-6f5ba3b7-9d3f-11ee-8c90-0242ac120002";
  const Read out = read({{"ns", "pod", {container("c", {{"example.com/a100", {uuid, "x1"}}})}}});
  const std::vector<IdGrant> expected{{"c", "example.com/a100", {uuid}}};
  EXPECT_EQ(out.pods[0].ids, expected);
}

TEST(Grants, AnUnlistedNameCountsByWhatStandsAtThePciAddress) {
  const std::vector<ListedPod> pods{
      {"ns",
       "vm",
       {container("c", {{"nvidia.com/GA102GL_A10", {"0000:65:00.0", "0000:03:00.0"}}})}}};
  EXPECT_TRUE(read(pods).pods[0].empty());
  GpuTest gpus;
  gpus.is_gpu_at = [](const std::string& address) { return address == "0000:65:00.0"; };
  const std::vector<IdGrant> expected{{"c", "nvidia.com/GA102GL_A10", {"0000:65:00.0"}}};
  EXPECT_EQ(read(pods, gpus).pods[0].ids, expected);
}

TEST(Grants, GrantsToWatchAreNoUse) {
  const Read out = read({{"ns",
                          "pod",
                          {container("c", {{"gpu.intel.com/i915_monitoring", {"all"}},
                                           {"gpu.intel.com/i915", {"card0-0"}}})}}});
  const std::vector<IdGrant> expected{{"c", "gpu.intel.com/i915", {"card0-0"}}};
  EXPECT_EQ(out.pods[0].ids, expected);
}

TEST(Grants, OnePodOnOneLineHoweverOftenListed) {
  const ListedPod pod{"ns", "pod", {container("c", {{"nvidia.com/gpu", {"GPU-a"}}})}};
  const ListedPod again{"ns", "pod", {container("c", {{"nvidia.com/gpu", {"GPU-b"}}})}};
  const Read out = read({pod, again, pod});
  ASSERT_EQ(out.pods.size(), 1U);
  EXPECT_EQ(out.pods[0].ids[0].ids, (std::vector<std::string>{"GPU-a", "GPU-b"}));
}

TEST(Grants, AnyOrderReadsAlike) {
  std::vector<ListedPod> pods;
  for (const char* pod : {"b", "a", "c"}) {
    pods.push_back({"ns",
                    pod,
                    {container("y", {{"nvidia.com/gpu", {std::string("GPU-") + pod}},
                                     {"amd.com/gpu", {"0000:c3:00.0"}}}),
                     container("x", {{"nvidia.com/gpu", {"GPU-2", "GPU-1"}}})}});
  }
  const Read first = read(pods);
  std::minstd_rand random(7);
  for (int round = 0; round < 20; ++round) {
    std::ranges::shuffle(pods, random);
    for (ListedPod& pod : pods) {
      std::ranges::shuffle(pod.containers, random);
      for (ContainerGrants& each : pod.containers) std::ranges::shuffle(each.devices, random);
    }
    EXPECT_EQ(read(pods).pods, first.pods);
  }
}

TEST(Grants, MalformedItemsAreLeftOutAndTold) {
  const std::string longest(5000, 'x');
  const Read out =
      read({{"", "pod", {}},
            {"ns", "", {}},
            {"ns", longest, {}},
            {"ns",
             "pod",
             {container("", {{"nvidia.com/gpu", {"GPU-a"}}}),
              container("c", {{"", {"GPU-b"}}, {"nvidia.com/gpu", {"", longest, "GPU-c"}}})}}});
  ASSERT_EQ(out.pods.size(), 1U);
  const std::vector<IdGrant> expected{{"c", "nvidia.com/gpu", {"GPU-c"}}};
  EXPECT_EQ(out.pods[0].ids, expected);
  ASSERT_EQ(out.skipped.size(), 7U);
  for (const Error& error : out.skipped) EXPECT_EQ(error.kind, ErrorKind::malformed);
  EXPECT_EQ(out.skipped[0].text, "a pod's namespace is empty");
  EXPECT_EQ(out.skipped[1].text, "a pod's name is empty");
  EXPECT_EQ(out.skipped[2].text, "a pod's name has 5000 bytes");
  EXPECT_EQ(out.skipped[3].message(), "pod ns/pod: a container's name is empty");
  EXPECT_EQ(out.skipped[6].text, "an id of nvidia.com/gpu has 5000 bytes");
}

TEST(Grants, OnlyTheFirstOfManyMalformedItemsAreTold) {
  std::vector<ListedPod> pods(10'000);
  const Read out = read(std::move(pods));
  ASSERT_EQ(out.skipped.size(), 33U);
  EXPECT_EQ(out.skipped.back().text, "9968 more items were left out");
}

DynamicDevice dynamic(std::string driver, std::string device, std::string share = {}) {
  return {{}, "ns", "claim", std::move(driver), "node", std::move(device), std::move(share), {}};
}

TEST(Grants, DynamicDevicesOfGpuDrivers) {
  const Read out = read(
      {{"ns",
        "pod",
        {{"c",
          {},
          {dynamic("gpu.nvidia.com", "gpu-1"), dynamic("gpu.nvidia.com", "gpu-0"),
           dynamic("gpu.nvidia.com", "gpu-1"), dynamic("compute-domain.nvidia.com", "channel-0"),
           dynamic("gpu.example.com", "d", "s2"), dynamic("gpu.example.com", "d", "s1")}}}}});
  const std::vector<DynamicGrant> expected{
      {"c", "", "gpu.example.com", "gpu.example.com/node/d", false, {"s1", "s2"}},
      {"c", "", "gpu.nvidia.com", "gpu.nvidia.com/node/gpu-0", false, {}},
      {"c", "", "gpu.nvidia.com", "gpu.nvidia.com/node/gpu-1", false, {}}};
  EXPECT_EQ(out.pods[0].dynamic, expected);
  EXPECT_TRUE(out.skipped.empty());
}

TEST(Grants, DynamicDevicesWithoutNamesGoByTheirCdiNames) {
  const DynamicDevice first{"gpu.nvidia.com", "ns", "c", {}, {}, {}, {}, {"nvidia.com/gpu=0"}};
  // The second entry of a claim repeats the names of the first.
  const DynamicDevice second{
      "gpu.nvidia.com", "ns", "c", {}, {}, {}, {}, {"nvidia.com/gpu=0", "nvidia.com/gpu=1"}};
  const DynamicDevice other{"", "ns", "c", {}, {}, {}, {}, {"vendor.com/nic=0"}};
  const Read out = read({{"ns", "pod", {{"c", {}, {first, second, other}}}}});
  const std::vector<DynamicGrant> expected{
      {"c", "gpu.nvidia.com", "gpu.nvidia.com", "nvidia.com/gpu=0", true, {}},
      {"c", "gpu.nvidia.com", "gpu.nvidia.com", "nvidia.com/gpu=1", true, {}}};
  EXPECT_EQ(out.pods[0].dynamic, expected);
}

TEST(Grants, HalfNamedDynamicDevicesAreMalformed) {
  const Read out = read({{"ns", "pod", {{"c", {}, {dynamic("gpu.nvidia.com", "")}}}}});
  EXPECT_TRUE(out.pods[0].empty());
  ASSERT_EQ(out.skipped.size(), 1U);
  EXPECT_EQ(out.skipped[0].text, "a name of a claimed device is empty");
}

TEST(Grants, AllocatablePerResource) {
  std::vector<Error> skipped;
  SkippedItems items(skipped);
  const auto all = allocatable_of({{"nvidia.com/gpu", {"GPU-b"}},
                                   {"amd.com/gpu", {"0000:c3:00.0"}},
                                   {"nvidia.com/gpu", {"GPU-a", "GPU-b"}},
                                   {"gpu.intel.com/i915_monitoring", {"all"}},
                                   {"rdma/hca", {"1"}}},
                                  "node", {}, items);
  const std::vector<AllocatableResource> expected{{"node", "amd.com/gpu", {"0000:c3:00.0"}},
                                                  {"node", "nvidia.com/gpu", {"GPU-a", "GPU-b"}}};
  EXPECT_EQ(all, expected);
}

}  // namespace
}  // namespace pge
