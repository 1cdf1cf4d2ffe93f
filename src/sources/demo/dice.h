// SPDX-License-Identifier: Apache-2.0
//
// Chance that can be asked again: the same seed and the same question give the same answer, on
// every machine and in any order.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>

namespace pge::demo {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : seed_(seed) {}

  std::uint64_t bits(std::initializer_list<std::uint64_t> question) const;
  std::uint64_t below(std::uint64_t end, std::initializer_list<std::uint64_t> question) const;
  double part(std::initializer_list<std::uint64_t> question) const;  // in [0, 1)
  std::string uuid(std::initializer_list<std::uint64_t> question) const;

 private:
  std::uint64_t seed_;
};

// Five letters as Kubernetes ends the names of pods; different ones for different numbers below
// 14,348,907 (27^5).
std::string pod_suffix(std::uint64_t number);

}  // namespace pge::demo
