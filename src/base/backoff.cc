// SPDX-License-Identifier: Apache-2.0
#include "base/backoff.h"

#include <algorithm>

namespace pge {

std::chrono::milliseconds jittered(std::chrono::milliseconds base, double fraction,
                                   std::minstd_rand& random) {
  std::uniform_real_distribution<double> spread(1.0 - fraction, 1.0 + fraction);
  return std::chrono::milliseconds(
      static_cast<std::int64_t>(static_cast<double>(base.count()) * spread(random)));
}

std::chrono::milliseconds Backoff::next() {
  const unsigned doublings = std::min(failures_, 20U);
  ++failures_;
  const auto base = std::min(options_.first * (std::int64_t{1} << doublings), options_.most);
  return std::min(jittered(base, options_.jitter, random_), options_.most);
}

}  // namespace pge
