// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "collect/collector.h"

namespace pge {

struct Readiness {
  bool ready = false;
  std::string body;  // plain text: the verdict, then each source with its state and what to do
};

// Ready means: a snapshot stands on one of the `required` sources, and that source's facts are
// younger than the staleness limit. No other source counts.
Readiness readiness(const SourceStatus& status, std::span<const std::string_view> required,
                    bool has_snapshot, SteadyTime now);

}  // namespace pge
