// SPDX-License-Identifier: Apache-2.0
#include "collect/source_tracker.h"

#include <gtest/gtest.h>

namespace pge {
namespace {

using namespace std::chrono_literals;

const SteadyTime t0{1'000s};

SourceTracker tracker() {
  return SourceTracker("x", {.interval = 5s, .staleness_limit = 120s, .jitter = 0.1}, 42);
}

Error error(ErrorKind kind) { return Error{kind, "text", {}, {}}; }

Facts one_claim() {
  Facts facts;
  facts.claims.emplace_back();
  return facts;
}

TEST(SourceTracker, StartsWithoutAnAnswer) {
  auto t = tracker();
  EXPECT_EQ(t.state().health, SourceHealth::starting);
  EXPECT_FALSE(t.expires_at().has_value());
}

TEST(SourceTracker, WhatNeverExistedIsAbsentAndNoError) {
  auto t = tracker();
  t.failed(error(ErrorKind::absent), 1ms);
  EXPECT_EQ(t.state().health, SourceHealth::absent);
  for (const auto& [kind, count] : t.errors()) EXPECT_EQ(count, 0U) << to_string(kind);
}

TEST(SourceTracker, WhatExistedAndIsGoneIsDown) {
  auto t = tracker();
  t.succeeded(one_claim(), 1ms, t0, {});
  t.failed(error(ErrorKind::absent), 1ms);
  EXPECT_EQ(t.state().health, SourceHealth::down);
  EXPECT_EQ(t.errors().at(ErrorKind::not_found), 1U);
  EXPECT_FALSE(t.errors().contains(ErrorKind::absent));
}

TEST(SourceTracker, KeepsLastGoodFactsUntilTheLimit) {
  auto t = tracker();
  t.succeeded(one_claim(), 1ms, t0, {});
  t.failed(error(ErrorKind::timeout), 5s);
  EXPECT_FALSE(t.age(t0 + 119s));
  ASSERT_TRUE(t.state().facts);
  EXPECT_EQ(t.state().facts->claims.size(), 1U);

  EXPECT_TRUE(t.age(t0 + 120s));
  EXPECT_FALSE(t.state().facts);
  EXPECT_TRUE(t.state().expired);
  EXPECT_FALSE(t.age(t0 + 121s)) << "it expires once";
}

// A limit shorter than an answer takes: nothing has failed yet, and nothing is known any more.
TEST(SourceTracker, WhatIsTooOldIsNotUp) {
  auto t = tracker();
  t.succeeded(one_claim(), 1ms, t0, {});
  EXPECT_TRUE(t.age(t0 + 120s));
  EXPECT_EQ(t.state().health, SourceHealth::down);
  ASSERT_TRUE(t.state().last_error);
  EXPECT_EQ(t.state().last_error->kind, ErrorKind::timeout);
  EXPECT_EQ(t.errors().at(ErrorKind::timeout), 0U) << "no try has failed";
  t.succeeded(one_claim(), 121s, t0 + 121s, {});
  EXPECT_EQ(t.state().health, SourceHealth::up);
}

TEST(SourceTracker, TheIdentityOfDevicesOutlivesTheLimit) {
  auto t = tracker();
  Facts facts = one_claim();
  Device device;
  device.id = "GPU-1";
  device.model = "Tesla T4";
  device.healthy = true;
  facts.devices = {device};
  t.succeeded(facts, 1ms, t0, {});
  t.failed(error(ErrorKind::not_found), 1ms);
  EXPECT_TRUE(t.age(t0 + 120s));
  ASSERT_TRUE(t.state().facts);
  EXPECT_TRUE(t.state().expired);
  EXPECT_TRUE(t.state().facts->claims.empty());
  ASSERT_EQ(t.state().facts->devices.size(), 1U);
  EXPECT_EQ(t.state().facts->devices[0].model, "Tesla T4");
  EXPECT_FALSE(t.state().facts->devices[0].healthy) << "a measure, not identity";
  EXPECT_FALSE(t.expires_at()) << "nothing is left that could age";
}

TEST(SourceTracker, AnEmptyAnswerIsAnAnswer) {
  auto t = tracker();
  t.succeeded(one_claim(), 1ms, t0, {});
  t.succeeded({}, 1ms, t0 + 5s, {});
  EXPECT_EQ(t.state().health, SourceHealth::up);
  ASSERT_TRUE(t.state().facts);
  EXPECT_TRUE(t.state().facts->claims.empty());
}

TEST(SourceTracker, ComesBackAfterExpiry) {
  auto t = tracker();
  t.succeeded(one_claim(), 1ms, t0, {});
  t.age(t0 + 1h);
  t.succeeded(one_claim(), 1ms, t0 + 1h, {});
  EXPECT_FALSE(t.state().expired);
  EXPECT_TRUE(t.state().facts);
  EXPECT_FALSE(t.state().last_error);
}

TEST(SourceTracker, EqualFactsKeepTheirPointer) {
  auto t = tracker();
  t.succeeded(one_claim(), 1ms, t0, {});
  const auto before = t.state().facts;
  t.succeeded(one_claim(), 1ms, t0 + 5s, {});
  EXPECT_EQ(t.state().facts, before);
  t.succeeded({}, 1ms, t0 + 10s, {});
  EXPECT_NE(t.state().facts, before);
}

TEST(SourceTracker, CountsSkippedItemsAsMalformed) {
  auto t = tracker();
  Facts facts;
  facts.skipped = {error(ErrorKind::malformed), error(ErrorKind::malformed)};
  t.succeeded(facts, 1ms, t0, {});
  t.succeeded(facts, 1ms, t0, {});
  EXPECT_EQ(t.errors().at(ErrorKind::malformed), 4U);
  EXPECT_EQ(t.state().health, SourceHealth::up);
}

TEST(SourceTracker, EveryKindIsCountedUnderItsName) {
  for (const ErrorKind kind : kCountedErrorKinds) {
    auto t = tracker();
    t.failed(error(kind), 1ms);
    EXPECT_EQ(t.errors().at(kind), 1U) << to_string(kind);
    EXPECT_EQ(t.state().health, SourceHealth::down);
  }
}

TEST(SourceTracker, WaitsTheIntervalSpreadByJitter) {
  auto t = tracker();
  t.succeeded({}, 1ms, t0, {});
  bool differs = false;
  const auto first = t.next_wait();
  for (int i = 0; i < 100; ++i) {
    const auto wait = t.next_wait();
    EXPECT_GE(wait, 4500ms);
    EXPECT_LE(wait, 5500ms);
    differs = differs || wait != first;
  }
  EXPECT_TRUE(differs);
}

TEST(SourceTracker, TriesAgainWithinASecondWhileTheSourceIsAway) {
  for (const ErrorKind kind : {ErrorKind::unavailable, ErrorKind::absent, ErrorKind::timeout}) {
    auto t = tracker();
    for (int i = 0; i < 50; ++i) {
      t.failed(error(kind), 1ms);
      EXPECT_LE(t.next_wait(), 1100ms) << to_string(kind);
    }
  }
}

TEST(SourceTracker, SlowsDownWhenAskedTo) {
  auto t = tracker();
  std::chrono::milliseconds last{};
  for (int i = 0; i < 12; ++i) {
    t.failed(error(ErrorKind::rate_limited), 1ms);
    last = t.next_wait();
    EXPECT_LE(last, 10s);
  }
  EXPECT_GE(last, 7s);
  t.succeeded({}, 1ms, t0, {});
  t.failed(error(ErrorKind::rate_limited), 1ms);
  EXPECT_LE(t.next_wait(), 600ms);
}

}  // namespace
}  // namespace pge
