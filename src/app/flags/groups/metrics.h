// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

#include "app/flags/setters.h"
#include "app/flags/table.h"
#include "app/flags/values.h"

namespace pge::flags {

inline constexpr std::string_view kMetrics = "Metrics";

inline constexpr std::array kMetricsFlags = {
    Flag{
        .name = "metrics.legacy",
        .group = kMetrics,
        .kind = Kind::boolean,
        .value_name = "",
        .default_text = "false",
        .help = "Also serve the retired families POD_GPU_MAP_INFO_n, one for each line of the map.",
        .set = set<&Config::metrics_legacy, parse_bool>},
};

}  // namespace pge::flags
