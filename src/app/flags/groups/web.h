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
    Flag{.name = "web.config.file",
         .group = kWeb,
         .kind = Kind::single,
         .value_name = "FILE",
         .default_text = "none",
         .default_is_said = true,
         .help = "YAML file with TLS, client certificates, users, headers and rate limit; see "
                 "docs/web-config.md. Changes are picked up by themselves.",
         .set = set<&Config::web_config_file, parse_path>},
    Flag{.name = "web.max-requests",
         .group = kWeb,
         .kind = Kind::single,
         .value_name = "N",
         .default_text = "40",
         .help = "How many pages may be made at the same time, from 1 to 10000; more are answered "
                 "with 503.",
         .set = set_number<&Config::web_max_requests, 1, 10'000>},
    Flag{.name = "web.max-streams",
         .group = kWeb,
         .kind = Kind::single,
         .value_name = "N",
         .default_text = "512",
         .help = "How many event streams and long polls may be open at the same time, from 1 to "
                 "10000; more are answered with 503. They never take a scrape's place.",
         .set = set_number<&Config::web_max_streams, 1, 10'000>},
    Flag{.name = "web.probe-address",
         .group = kWeb,
         .kind = Kind::single,
         .value_name = "ADDRESS",
         .default_text = "none",
         .default_is_said = true,
         .help = "One more address that answers the health and readiness probes alone, over plain "
                 "HTTP, for probes that speak no TLS.",
         .set = set<&Config::web_probe_address, parse_listen>},
    Flag{.name = "web.systemd-socket",
         .group = kWeb,
         .kind = Kind::boolean,
         .value_name = "",
         .default_text = "false",
         .help = "Listen on the sockets that systemd hands over, and on those alone.",
         .set = set<&Config::web_systemd_socket, parse_bool>},
    Flag{.name = "web.enable-lifecycle",
         .group = kWeb,
         .kind = Kind::boolean,
         .value_name = "",
         .default_text = "false",
         .help = "Let POST /-/reload read web.config.file again at once.",
         .set = set<&Config::web_enable_lifecycle, parse_bool>},
};

}  // namespace pge::flags
