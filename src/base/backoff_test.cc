// SPDX-License-Identifier: Apache-2.0
#include "base/backoff.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace pge {
namespace {

using namespace std::chrono_literals;

TEST(Backoff, DoublesUpToTheMost) {
  Backoff backoff({.first = 100ms, .most = 1'000ms, .jitter = 0.0}, 1);
  for (const auto wait : {100ms, 200ms, 400ms, 800ms, 1'000ms, 1'000ms}) {
    EXPECT_EQ(backoff.next(), wait);
  }
  EXPECT_EQ(backoff.failures(), 6U);
}

TEST(Backoff, ASuccessStartsOver) {
  Backoff backoff({.first = 100ms, .most = 1'000ms, .jitter = 0.0}, 1);
  backoff.next();
  backoff.next();
  backoff.succeeded();
  EXPECT_EQ(backoff.failures(), 0U);
  EXPECT_EQ(backoff.next(), 100ms);
}

TEST(Backoff, NeverBeyondTheMostNorOverflowing) {
  Backoff backoff({.first = 100ms, .most = 10'000ms, .jitter = 0.5}, 7);
  for (int i = 0; i < 10'000; ++i) {
    const auto wait = backoff.next();
    ASSERT_GE(wait, 50ms);
    ASSERT_LE(wait, 10'000ms);
  }
}

TEST(Backoff, SeedsSpreadAFleet) {
  Backoff one({}, 1);
  Backoff same({}, 1);
  Backoff other({}, 2);
  bool differs = false;
  for (int i = 0; i < 5; ++i) {
    const auto wait = one.next();
    EXPECT_EQ(wait, same.next());
    differs = differs || wait != other.next();
  }
  EXPECT_TRUE(differs);
}

TEST(Jittered, StaysInItsBandAndUsesIt) {
  std::minstd_rand random(3);
  auto least = 10'000ms;
  auto most = 0ms;
  for (int i = 0; i < 5'000; ++i) {
    const auto wait = jittered(1'000ms, 0.2, random);
    ASSERT_GE(wait, 800ms);
    ASSERT_LE(wait, 1'200ms);
    least = std::min(least, wait);
    most = std::max(most, wait);
  }
  EXPECT_LT(least, 850ms);
  EXPECT_GT(most, 1'150ms);
}

}  // namespace
}  // namespace pge
