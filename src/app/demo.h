// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "app/config.h"
#include "app/sources.h"
#include "base/clock.h"
#include "sources/demo/demo_source.h"

namespace pge {

demo::Options demo_options(const Config& config);

// What stands in place of every other source with --demo. `clock` outlives them.
std::vector<ConfiguredSource> make_demo_sources(const Config& config, const Clock& clock,
                                                demo::Beginning began);

}  // namespace pge
