// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/clock.h"

namespace pge {

// Lets `burst` requests through at once and one more for each interval. One thread.
class TokenBucket {
 public:
  TokenBucket(Duration interval, std::uint32_t burst, SteadyTime now)
      : interval_(interval), burst_(burst), tokens_(burst), filled_(now) {}

  bool take(SteadyTime now) {
    if (interval_ <= Duration::zero()) return true;
    const auto grown =
        static_cast<std::uint64_t>(std::max(now - filled_, Duration::zero()) / interval_);
    filled_ += interval_ * static_cast<std::int64_t>(grown);
    tokens_ = std::min<std::uint64_t>(burst_, tokens_ + grown);
    if (tokens_ == 0) return false;
    --tokens_;
    return true;
  }

 private:
  Duration interval_;
  std::uint64_t burst_;
  std::uint64_t tokens_;
  SteadyTime filled_;
};

}  // namespace pge
