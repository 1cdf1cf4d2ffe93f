// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/clock.h"
#include "sources/demo/dice.h"

namespace pge::demo {

// When pods start and end, counted from the beginning of the demo. Event n happens within the n-th
// period of 1/churn seconds, at a moment of its own: a steady rate, but no metronome.
class Moments {
 public:
  // `churn` is in events a second and more than 0.
  Moments(std::uint64_t seed, double churn) : dice_(seed), churn_(churn) {}

  Duration of(std::uint64_t event) const;
  Duration next_after(Duration elapsed) const;

 private:
  Dice dice_;
  double churn_;
};

}  // namespace pge::demo
