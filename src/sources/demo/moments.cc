// SPDX-License-Identifier: Apache-2.0
#include "sources/demo/moments.h"

#include <algorithm>

namespace pge::demo {
namespace {

constexpr std::uint64_t kMoment = 10;

}  // namespace

Duration Moments::of(std::uint64_t event) const {
  const double periods = static_cast<double>(event) + dice_.part({kMoment, event});
  return std::chrono::duration_cast<Duration>(std::chrono::duration<double>(periods / churn_));
}

Duration Moments::next_after(Duration elapsed) const {
  const double seconds = std::max(0.0, std::chrono::duration<double>(elapsed).count());
  // One before, as the product may be rounded up.
  auto event = static_cast<std::uint64_t>(std::max(0.0, seconds * churn_ - 1));
  while (of(event) <= elapsed) ++event;
  return of(event);
}

}  // namespace pge::demo
