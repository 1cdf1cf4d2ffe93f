// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

#include "app/flags/setters.h"
#include "app/flags/table.h"
#include "app/flags/values.h"

namespace pge::flags {

inline constexpr std::string_view kWeb = "Web";

inline constexpr std::array kWebFlags = {
    Flag{.name = "web.listen-address",
         .group = kWeb,
         .kind = Kind::list,
         .value_name = "ADDRESS,...",
         .default_text = ":9401",
         .help = "Where to listen, as :9401, 0.0.0.0:9401 or [::1]:9401. Port 0 picks a free one "
                 "and logs it.",
         .set = set_list<&Config::web_listen_addresses, parse_listen>},
    Flag{.name = "web.telemetry-path",
         .group = kWeb,
         .kind = Kind::single,
         .value_name = "PATH",
         .default_text = "/metrics",
         .help = "Path of the metrics. The paths of other endpoints are refused.",
         .set = set<&Config::web_telemetry_path, parse_telemetry_path>},
    Flag{.name = "web.max-requests",
         .group = kWeb,
         .kind = Kind::single,
         .value_name = "N",
         .default_text = "40",
         .help = "How many pages may be made at the same time, from 1 to 10000; more are answered "
                 "with 503.",
         .set = set_number<&Config::web_max_requests, 1, 10'000>},
};

}  // namespace pge::flags
