// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

#include "base/clock.h"

namespace pge::testing {

// Time that stands still until a test moves it; both clocks move together. Any thread.
class ManualClock final : public Clock {
 public:
  explicit ManualClock(WallTime start = WallTime(std::chrono::seconds(1'700'000'000)))
      : start_(start) {}

  WallTime wall() const override {
    return start_ + std::chrono::duration_cast<WallTime::duration>(passed());
  }
  SteadyTime steady() const override { return SteadyTime(std::chrono::hours(1)) + passed(); }
  void advance(Duration by) { passed_.fetch_add(by.count()); }

 private:
  Duration passed() const { return Duration(passed_.load()); }

  WallTime start_;
  std::atomic<Duration::rep> passed_{0};
};

}  // namespace pge::testing
