// SPDX-License-Identifier: Apache-2.0
#include "join/join.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace pge {
namespace {

Claim claim(std::string pod, std::string id, std::string node = "n1") {
  Claim c;
  c.node = std::move(node);
  c.pod = {"default", std::move(pod), ""};
  c.container = "main";
  c.resource = "nvidia.com/gpu";
  c.scheme = "device-plugin";
  c.vendor = "nvidia";
  c.device = {DeviceKey::Kind::uuid, id, -1, -1, -1};
  c.raw_id = id;
  return c;
}

SourceState state(Facts facts) {
  SourceState s;
  s.name = "podresources";
  s.health = SourceHealth::up;
  s.facts = std::make_shared<const Facts>(std::move(facts));
  return s;
}

std::vector<std::shared_ptr<const NodePart>> join_one(Facts facts) {
  const std::vector<SourceState> states{state(std::move(facts))};
  return join(states);
}

TEST(Join, NothingKnownIsNoNode) {
  const std::vector<SourceState> states{SourceState{}};
  EXPECT_TRUE(join(states).empty());
  EXPECT_TRUE(join_one({}).empty());
}

TEST(Join, SortsByNodeThenNamespacePodContainerDevice) {
  Facts facts;
  facts.claims = {claim("b", "GPU-2"), claim("b", "GPU-1"), claim("a", "GPU-3"),
                  claim("z", "GPU-9", "n0")};
  const auto parts = join_one(facts);
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(parts[0]->node, "n0");
  const auto& rows = parts[1]->allocations;
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0].pod + rows[0].device_id, "aGPU-3");
  EXPECT_EQ(rows[1].pod + rows[1].device_id, "bGPU-1");
  EXPECT_EQ(rows[2].pod + rows[2].device_id, "bGPU-2");
}

TEST(Join, DoesNotDependOnTheOrderOfFacts) {
  Facts facts;
  for (int i = 0; i < 40; ++i) {
    facts.claims.push_back(claim("p" + std::to_string(i % 7), "GPU-" + std::to_string(i % 11)));
  }
  const auto want = join_one(facts);
  std::minstd_rand random(7);
  for (int round = 0; round < 20; ++round) {
    std::shuffle(facts.claims.begin(), facts.claims.end(), random);
    const auto got = join_one(facts);
    ASSERT_EQ(got.size(), 1U);
    EXPECT_EQ(*got[0], *want[0]);
  }
}

TEST(Join, TakesTheModelFromWhicheverSourceKnowsTheDevice) {
  Facts kubelet, driver;
  kubelet.claims = {claim("p", "GPU-1")};
  Device device;
  device.node = "n1";
  device.id = "GPU-1";
  device.vendor = "nvidia";
  device.model = "NVIDIA A100-SXM4-80GB";
  driver.devices = {device};
  const std::vector<SourceState> states{state(kubelet), state(driver)};
  const auto parts = join(states);
  ASSERT_EQ(parts.size(), 1U);
  EXPECT_EQ(parts[0]->allocations.at(0).model, "NVIDIA A100-SXM4-80GB");
  EXPECT_EQ(parts[0]->devices.size(), 1U);
  EXPECT_TRUE(parts[0]->unresolved.empty());
}

TEST(Join, SharesOfOneDeviceInOneContainerAddUp) {
  Facts facts;
  Claim a = claim("p", "GPU-1"), b = claim("p", "GPU-1");
  a.scheme = b.scheme = "time-slicing";
  a.replicas = 2;
  b.replicas = 1;
  facts.claims = {a, b};
  const auto parts = join_one(facts);
  ASSERT_EQ(parts.at(0)->allocations.size(), 1U);
  EXPECT_EQ(parts[0]->allocations[0].replicas, 3U);
}

TEST(Join, CountsSchedulableIdsSoThatTheyAddUp) {
  Facts facts;
  facts.held = std::vector<HeldResource>{{"n1", "nvidia.com/gpu", {"GPU-1", "GPU-lost"}}};
  facts.allocatable =
      std::vector<AllocatableResource>{{"n1", "nvidia.com/gpu", {"GPU-1", "GPU-2", "GPU-3"}},
                                       {"n1", "nvidia.com/mig-1g.5gb", {"MIG-1"}}};
  const auto parts = join_one(facts);
  const std::vector<ResourceCount> want{{"nvidia.com/gpu", 2, 2, 3},
                                        {"nvidia.com/mig-1g.5gb", 0, 1, 1}};
  EXPECT_EQ(parts.at(0)->resources, want);
}

TEST(Join, WhatTheKubeletCannotTellIsAbsentNotZero) {
  Facts facts;
  facts.held = std::vector<HeldResource>{{"n1", "nvidia.com/gpu", {"GPU-1"}}};
  const auto parts = join_one(facts);
  ASSERT_EQ(parts.at(0)->resources.size(), 1U);
  EXPECT_EQ(parts[0]->resources[0].allocated, 1U);
  EXPECT_FALSE(parts[0]->resources[0].free.has_value());
  EXPECT_FALSE(parts[0]->resources[0].allocatable.has_value());
}

TEST(Join, AnAllocatableListAloneSaysNothingOfFreeIds) {
  Facts facts;
  facts.allocatable = std::vector<AllocatableResource>{{"n1", "nvidia.com/gpu", {"GPU-1"}}};
  const auto parts = join_one(facts);
  EXPECT_FALSE(parts.at(0)->resources.at(0).free.has_value());
  EXPECT_FALSE(parts[0]->resources[0].allocated.has_value());
  EXPECT_EQ(parts[0]->resources[0].allocatable, 1U);
}

TEST(Join, CountsAClaimWithoutADeviceInsteadOfDroppingIt) {
  Facts facts;
  facts.claims = {claim("p", "tencent.com/vcuda-core-1"), claim("p", "tencent.com/vcuda-core-2")};
  for (Claim& c : facts.claims) {
    c.resource = "tencent.com/vcuda-core";
    c.device = {};
  }
  const auto parts = join_one(facts);
  EXPECT_TRUE(parts.at(0)->allocations.empty());
  const std::vector<ReasonCount> want{{"no_source", 1}};
  EXPECT_EQ(parts[0]->unresolved, want);
}

TEST(NextSnapshot, CountsGenerationsOnlyWhenSomethingChanged) {
  Facts facts;
  facts.claims = {claim("a", "GPU-1"), claim("b", "GPU-2", "n2")};
  const auto first = next_snapshot(nullptr, join_one(facts));
  EXPECT_EQ(first->generation, 1U);
  EXPECT_EQ(next_snapshot(first, join_one(facts)), first);

  facts.claims[0] = claim("a", "GPU-3");
  const auto second = next_snapshot(first, join_one(facts));
  EXPECT_EQ(second->generation, 2U);
  EXPECT_NE(second->nodes[0], first->nodes[0]);
  EXPECT_EQ(second->nodes[1], first->nodes[1]) << "an untouched node is shared";

  facts.claims.clear();
  const auto third = next_snapshot(second, join_one(facts));
  EXPECT_EQ(third->generation, 3U);
  EXPECT_TRUE(third->nodes.empty());
}

}  // namespace
}  // namespace pge
