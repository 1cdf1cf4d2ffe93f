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

// A source that readiness may stand on, together with one without which it names no pod.
struct RequiredSource {
  std::string_view name;
  std::string_view with;  // empty: none
};

// Ready means: a snapshot stands on one of the `required` sources, and its facts (and those of the
// source beside it) are younger than the staleness limit. No other source counts.
Readiness readiness(const SourceStatus& status, std::span<const RequiredSource> required,
                    bool has_snapshot, SteadyTime now);

}  // namespace pge
