// SPDX-License-Identifier: Apache-2.0
#include "sources/demo/simulation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "sources/demo/demo_facts.h"

namespace pge::demo {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

Facts facts_at(Simulation& simulation, Duration elapsed) {
  simulation.advance(elapsed);
  return facts_of(simulation, WallTime(seconds(1'700'000'000)));
}

TEST(DemoSimulation, TheSameSeedShowsTheSameAtTheSameTimeHoweverItGotThere) {
  for (const std::uint64_t seed : {1U, 2U, 99U}) {
    Simulation often({.seed = seed});
    Simulation once({.seed = seed});
    for (int i = 0; i < 600; ++i) often.advance(milliseconds(500) * i);
    EXPECT_EQ(facts_at(often, seconds(300)), facts_at(once, seconds(300))) << seed;
  }
  Simulation one({.seed = 1});
  Simulation two({.seed = 2});
  EXPECT_NE(facts_at(one, seconds(0)).claims, facts_at(two, seconds(0)).claims);
}

TEST(DemoSimulation, PodsComeAndGoAtTheRateAskedFor) {
  Simulation simulation({.churn = 5});
  std::set<std::string> seen;
  std::set<std::string> first;
  for (const auto& pod : simulation.pods()) first.insert(pod.uid);
  for (int s = 0; s <= 600; ++s) {
    simulation.advance(seconds(s));
    for (const auto& pod : simulation.pods()) seen.insert(pod.uid);
  }
  EXPECT_NEAR(static_cast<double>(seen.size() - first.size()), 1'500, 150);  // half are starts
}

TEST(DemoSimulation, WithoutChurnNothingEverChanges) {
  Simulation simulation({.churn = 0});
  const Facts first = facts_at(simulation, seconds(0));
  EXPECT_EQ(facts_at(simulation, std::chrono::hours(10)), first);
  EXPECT_FALSE(first.claims.empty());
}

TEST(DemoSimulation, ASlotHasOneHolderAndSomeAreFree) {
  Simulation simulation({.size = {.nodes = 16, .gpus_per_node = 8}, .churn = 50});
  const std::size_t slots = simulation.cluster().slots.size();
  for (int s = 0; s < 200; ++s) {
    simulation.advance(seconds(s));
    std::set<std::uint32_t> held;
    std::set<std::string> names;
    for (const DemoPod& pod : simulation.pods()) {
      ASSERT_FALSE(pod.slots.empty());
      ASSERT_TRUE(names.insert(pod.name).second) << pod.name;
      for (const std::uint32_t slot : pod.slots) {
        ASSERT_TRUE(held.insert(slot).second) << "two pods in one slot";
        ASSERT_EQ(simulation.cluster().slots[slot].node,
                  simulation.cluster().slots[pod.slots[0]].node);
      }
    }
    EXPECT_GT(held.size(), slots / 2) << s;
    EXPECT_LT(held.size(), slots * 95 / 100) << s;
  }
}

TEST(DemoSimulation, AConflictComesAndGoes) {
  Simulation simulation({});
  int with = 0;
  for (int s = 0; s < 600; ++s) {
    simulation.advance(seconds(s));
    if (!simulation.conflict()) continue;
    ++with;
    EXPECT_TRUE(simulation.cluster().slots[simulation.conflict()->slot].whole);
  }
  EXPECT_GT(with, 60);
  EXPECT_LT(with, 540);
}

TEST(DemoSimulation, ShowsEveryWayOfSharing) {
  Simulation simulation({.size = {.nodes = 8, .gpus_per_node = 8}});
  const Facts facts = facts_at(simulation, seconds(0));
  std::set<std::string> schemes;
  std::set<std::string> vendors;
  for (const Claim& claim : facts.claims) {
    schemes.insert(claim.scheme);
    vendors.insert(claim.vendor);
  }
  const std::set<std::string> all = {"device-plugin", "dra", "gpushare",
                                     "hami",          "mig", "time-slicing"};
  EXPECT_EQ(schemes, all);
  EXPECT_EQ(vendors, (std::set<std::string>{"amd", "nvidia"}));
}

TEST(DemoSimulation, WhatIsHeldIsAllocatable) {
  Simulation simulation({.size = {.nodes = 8, .gpus_per_node = 3}});
  const Facts facts = facts_at(simulation, seconds(100));
  ASSERT_TRUE(facts.held && facts.allocatable && facts.pods);
  for (const HeldResource& held : *facts.held) {
    bool found = false;
    for (const AllocatableResource& all : *facts.allocatable) {
      if (all.node != held.node || all.resource != held.resource) continue;
      found = true;
      EXPECT_TRUE(std::ranges::includes(all.ids, held.ids)) << held.node << held.resource;
    }
    EXPECT_TRUE(found) << held.node << held.resource;
  }
  std::set<std::string> uids;
  for (const PodInfo& pod : *facts.pods) uids.insert(pod.pod.uid);
  for (const Claim& claim : facts.claims) EXPECT_TRUE(uids.contains(claim.pod.uid));
}

TEST(DemoSimulation, TheSmallestAndTheLargestClusterStand) {
  for (const Size size : {Size{1, 1}, Size{1, 16}, Size{5'000, 8}, Size{8, 1}}) {
    Simulation simulation({.size = size, .churn = 100});
    simulation.advance(seconds(20));
    EXPECT_EQ(simulation.cluster().nodes.size(), size.nodes);
    EXPECT_GE(simulation.cluster().slots.size(), size.nodes * size.gpus_per_node);
  }
}

}  // namespace
}  // namespace pge::demo
