// SPDX-License-Identifier: Apache-2.0
#include "sources/demo/demo_source.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <set>

#include "sources/demo/moments.h"
#include "testing/manual_clock.h"

namespace pge::demo {
namespace {

using std::chrono::seconds;

struct DemoSources : ::testing::Test {
  testing::ManualClock clock;
  const Beginning began{clock.steady(), clock.wall()};

  Result<Facts> ask(Source& source) { return source.collect(clock.steady() + seconds(1), {}); }
};

TEST_F(DemoSources, ChurnFollowsTheClock) {
  DemoSource source({}, clock, began);
  const auto first = ask(source);
  ASSERT_TRUE(first);
  EXPECT_EQ(*ask(source), *first);
  clock.advance(seconds(5));
  EXPECT_NE(ask(source)->claims, first->claims);
}

TEST_F(DemoSources, StartsAreWholeSecondsOfThePast) {
  DemoSource source({}, clock, began);
  clock.advance(seconds(30));
  const auto facts = ask(source);
  for (const PodInfo& pod : *facts->pods) {
    ASSERT_TRUE(pod.start_seconds.has_value());
    EXPECT_LE(*pod.start_seconds, unix_seconds(clock.wall()));
    EXPECT_GT(*pod.start_seconds, unix_seconds(clock.wall()) - 31 * 86'400);
  }
}

TEST_F(DemoSources, EveryDeviceThatIsClaimedIsInTheInventory) {
  const Options options{.size = {.nodes = 8, .gpus_per_node = 8}};
  DemoSource source(options, clock, began);
  DemoDriverSource driver(options, clock, began);
  const auto devices = ask(driver);
  ASSERT_TRUE(devices);
  std::set<std::string> known;
  for (const Device& device : devices->devices) known.insert(device.node + device.id);
  EXPECT_EQ(known.size(), devices->devices.size());
  const auto facts = ask(source);
  ASSERT_TRUE(facts);
  EXPECT_FALSE(facts->claims.empty());
  for (const Claim& claim : facts->claims)
    EXPECT_TRUE(known.contains(claim.node + claim.device.text)) << claim.raw_id;
}

TEST_F(DemoSources, TheDriverIsSilentNowAndThen) {
  DemoDriverSource driver({}, clock, began);
  int failed = 0;
  for (int s = 0; s < 720; ++s, clock.advance(seconds(1))) {
    const auto facts = ask(driver);
    if (facts) continue;
    ++failed;
    EXPECT_EQ(facts.error().kind, ErrorKind::unavailable);
    EXPECT_FALSE(facts.error().remedy.empty());
    EXPECT_GT(s, 60) << "the first thing that a new user sees is a failure";
  }
  EXPECT_EQ(failed, 80);
}

TEST_F(DemoSources, ThePulseTellsOfChangesUntilItGoes) {
  const SystemClock real;
  std::promise<void> told;
  std::atomic_flag done;
  DemoPulse pulse({.churn = 100}, {real.steady(), real.wall()}, real, [&] {
    if (!done.test_and_set()) told.set_value();
  });
  told.get_future().wait();
}

TEST_F(DemoSources, ThePulseOfASlowDemoEndsAtOnce) {
  const SystemClock real;
  const DemoPulse slow({.churn = 0.001}, {real.steady(), real.wall()}, real, [] {});
  const DemoPulse none({.churn = 0}, {real.steady(), real.wall()}, real,
                       [] { ADD_FAILURE() << "nothing changes here"; });
}

TEST(DemoMoments, AreInOrderAndNoneIsMissed) {
  for (const double churn : {0.01, 2.0, 1000.0}) {
    const Moments moments(3, churn);
    Duration now{-1};
    for (std::uint64_t event = 0; event < 2'000; ++event) {
      ASSERT_EQ(moments.next_after(now), moments.of(event)) << churn << " " << event;
      now = moments.of(event);
    }
  }
}

}  // namespace
}  // namespace pge::demo
