// SPDX-License-Identifier: Apache-2.0
#include "http/registry.h"

#include <gtest/gtest.h>

#include <array>

namespace pge {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

class Fake final : public Watched {
 public:
  void cut() override { ++cuts; }
  void give_up() override { ++given_up; }
  bool at_rest() const override { return rests; }
  int cuts = 0;
  int given_up = 0;
  bool rests = false;
};

class RegistryTest : public ::testing::Test {
 protected:
  void add(Fake& fake, Phase phase) {
    registry.add(fake, now);
    registry.enter(fake, phase, now);
  }
  void wait(Duration by) { now += by; }
  void wait_and_sweep(Duration by) {
    wait(by);
    registry.sweep(now);
  }

  Limits limits;
  Registry registry{limits};
  SteadyTime now{std::chrono::hours(5)};
  Fake a;
  Fake b;
  Fake c;
};

TEST_F(RegistryTest, EndsEveryPhaseInItsTime) {
  struct Case {
    Phase phase;
    Duration time;
  };
  const std::array cases = {Case{Phase::reading, limits.header_time},
                            Case{Phase::idle, limits.idle_time},
                            Case{Phase::lingering, limits.linger_time}};
  for (const auto& [phase, time] : cases) {
    Fake fake;
    add(fake, phase);
    wait(time - milliseconds(1));
    EXPECT_EQ(registry.sweep(now), 0U);
    EXPECT_EQ(fake.cuts, 0);
    wait(milliseconds(1));
    EXPECT_EQ(registry.sweep(now), 1U);
    EXPECT_EQ(fake.cuts, 1);
    EXPECT_EQ(registry.sweep(now), 0U);  // once
    EXPECT_EQ(fake.cuts, 1);
    registry.remove(fake);
  }
  EXPECT_TRUE(registry.empty());
}

TEST_F(RegistryTest, GivesUpOnHandlersInsteadOfCutting) {
  add(a, Phase::answering);
  add(b, Phase::waiting);
  wait_and_sweep(limits.answer_time);
  EXPECT_EQ(a.given_up, 1);
  EXPECT_EQ(b.given_up, 1);
  EXPECT_EQ(a.cuts + b.cuts, 0);
}

TEST_F(RegistryTest, CutsAStalledReaderWithinTwoWindows) {
  add(a, Phase::writing);
  registry.wrote(a, 100U << 20);  // a good start does not count for ever
  wait_and_sweep(limits.write_window);
  EXPECT_EQ(a.cuts, 0);
  wait_and_sweep(limits.write_window);
  EXPECT_EQ(a.cuts, 1);
}

TEST_F(RegistryTest, CutsADribblingReaderAndSparesASteadyOne) {
  add(a, Phase::writing);
  add(b, Phase::writing);
  const auto enough = limits.write_rate * 10;
  for (int i = 0; i < 5; ++i) {
    registry.wrote(a, i == 3 ? enough - 1 : enough);
    registry.wrote(b, enough);
    wait_and_sweep(seconds(10));
    EXPECT_EQ(a.cuts, i >= 3 ? 1 : 0) << i;
  }
  EXPECT_EQ(b.cuts, 0);
  for (int i = 5; i < 12; ++i) {
    EXPECT_EQ(b.cuts, 0);
    registry.wrote(b, enough);
    wait_and_sweep(seconds(10));
  }
  EXPECT_EQ(b.cuts, 1);  // 120 s are the end, however steady
}

TEST_F(RegistryTest, PushesOutWhoHasStalledLongest) {
  add(a, Phase::idle);
  wait(seconds(2));
  add(b, Phase::reading);
  wait(seconds(2));
  add(c, Phase::writing);
  wait(seconds(2));
  EXPECT_TRUE(registry.evict(now));
  EXPECT_EQ(a.cuts, 1);
  EXPECT_TRUE(registry.evict(now));
  EXPECT_EQ(b.cuts, 1);
  EXPECT_TRUE(registry.evict(now));
  EXPECT_EQ(c.cuts, 1);
  EXPECT_FALSE(registry.evict(now));
  EXPECT_EQ(registry.open(), 0U);
  EXPECT_FALSE(registry.empty());  // they have yet to unwind
}

TEST_F(RegistryTest, SparesANewcomerForAnOldSlowReader) {
  add(a, Phase::writing);
  wait(seconds(30));
  add(b, Phase::reading);
  wait(limits.eviction_grace - milliseconds(1));
  EXPECT_TRUE(registry.evict(now));
  EXPECT_EQ(a.cuts, 1);
  EXPECT_EQ(b.cuts, 0);
}

TEST_F(RegistryTest, NeverPushesOutWhoseAnswerIsBeingMade) {
  add(a, Phase::answering);
  add(b, Phase::waiting);
  wait(seconds(60));
  EXPECT_FALSE(registry.evict(now));
}

TEST_F(RegistryTest, CountsStreamsApart) {
  add(a, Phase::waiting);
  add(b, Phase::idle);
  EXPECT_EQ(registry.open(), 2U);
  EXPECT_EQ(registry.occupied(), 1U);
  registry.enter(a, Phase::writing, now);
  EXPECT_EQ(registry.occupied(), 2U);
  registry.enter(a, Phase::waiting, now);
  registry.cut_one(a);
  registry.enter(a, Phase::writing, now);  // on its way out
  EXPECT_EQ(registry.occupied(), 1U);
  registry.remove(a);
  registry.remove(b);
  EXPECT_EQ(registry.open(), 0U);
  EXPECT_EQ(registry.occupied(), 0U);
}

TEST_F(RegistryTest, AtAStopCutsTheRestingAndGivesUpTheWaiting) {
  add(a, Phase::idle);
  a.rests = true;
  add(b, Phase::waiting);
  add(c, Phase::writing);
  registry.cut_resting();
  EXPECT_EQ(a.cuts, 1);
  EXPECT_EQ(b.given_up, 1);
  EXPECT_EQ(c.cuts, 0);
  registry.cut_all();
  EXPECT_EQ(a.cuts, 1);
  EXPECT_EQ(b.cuts, 1);
  EXPECT_EQ(c.cuts, 1);
}

}  // namespace
}  // namespace pge
