// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <random>

namespace pge {

// Waiting times between tries: first, doubled after each failure up to `most`, each spread by
// ± `jitter` so that a fleet does not move in step. Not thread safe; seeded by its owner.
class Backoff {
 public:
  struct Options {
    std::chrono::milliseconds first{100};
    std::chrono::milliseconds most{10'000};
    double jitter = 0.2;
  };

  Backoff(Options options, std::uint64_t seed) : options_(options), random_(seed) {}

  std::chrono::milliseconds next();  // counts one failure
  void succeeded() { failures_ = 0; }
  unsigned failures() const { return failures_; }

 private:
  Options options_;
  std::minstd_rand random_;
  unsigned failures_ = 0;
};

// `base` spread by ± `fraction`.
std::chrono::milliseconds jittered(std::chrono::milliseconds base, double fraction,
                                   std::minstd_rand& random);

}  // namespace pge
