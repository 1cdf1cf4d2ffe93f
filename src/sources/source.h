// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <stop_token>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"
#include "model/facts.h"

namespace pge {

// Something that can be asked what it knows. Called by one worker thread at a time; may block until
// `deadline`, not longer, and returns soon after `stop` is requested. The error kind `absent` means
// that the thing has never existed here.
class Source {
 public:
  virtual ~Source() = default;
  virtual std::string_view name() const = 0;
  virtual Result<Facts> collect(SteadyTime deadline, std::stop_token stop) = 0;
};

}  // namespace pge
