// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

namespace pge {

// What was left out of a file, the first few items one by one, the rest as a number.
class ItemErrors {
 public:
  void add(std::string text, std::string context) {
    if (++count_ > kMostTold) return;
    if (context.size() > kLongest) context.resize(kLongest);
    told_.push_back({ErrorKind::malformed, std::move(text), std::move(context), {}});
  }

  std::vector<Error> take() {
    if (count_ > kMostTold) {
      told_.push_back({ErrorKind::malformed,
                       std::to_string(count_ - kMostTold) + " more items left out",
                       {},
                       {}});
    }
    count_ = 0;
    return std::move(told_);
  }

 private:
  static constexpr std::size_t kMostTold = 16;
  static constexpr std::size_t kLongest = 256;

  std::vector<Error> told_;
  std::size_t count_ = 0;
};

}  // namespace pge
