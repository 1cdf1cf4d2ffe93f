// SPDX-License-Identifier: Apache-2.0
#include "base/clock.h"

#include <gtest/gtest.h>

namespace pge {
namespace {

TEST(Clock, UnixSecondsKeepTheirFraction) {
  EXPECT_DOUBLE_EQ(unix_seconds(WallTime(std::chrono::milliseconds(1'709'175'845'067))),
                   1709175845.067);
  EXPECT_DOUBLE_EQ(unix_seconds(WallTime{}), 0.0);
  EXPECT_DOUBLE_EQ(unix_seconds(WallTime(std::chrono::milliseconds(-500))), -0.5);
}

TEST(Clock, TheSystemsMovesForward) {
  const SystemClock clock;
  const SteadyTime before = clock.steady();
  EXPECT_LE(before, clock.steady());
  EXPECT_GT(unix_seconds(clock.wall()), 1.7e9);
}

}  // namespace
}  // namespace pge
