// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

#include "app/flags/setters.h"
#include "app/flags/table.h"
#include "app/flags/values.h"

namespace pge::flags {

inline constexpr std::string_view kDemo = "Demo";

inline constexpr std::array kDemoFlags = {
    Flag{.name = "demo",
         .group = kDemo,
         .kind = Kind::boolean,
         .value_name = "",
         .default_text = "false",
         .help =
             "Serve a simulated cluster that changes over time in place of everything read from "
             "this machine: for a first look, dashboards and load tests. The page, the log and "
             "pod_gpu_exporter_demo say so.",
         .set = set<&Config::demo, parse_bool>},
    Flag{.name = "demo.nodes",
         .group = kDemo,
         .kind = Kind::single,
         .value_name = "N",
         .default_text = "4",
         .help = "How many nodes the demo has, from 1 to 5000.",
         .set = set_number<&Config::demo_nodes, 1, 5'000>},
    Flag{.name = "demo.gpus-per-node",
         .group = kDemo,
         .kind = Kind::single,
         .value_name = "N",
         .default_text = "8",
         .help = "How many cards each of them has, from 1 to 16.",
         .set = set_number<&Config::demo_gpus_per_node, 1, 16>},
    Flag{.name = "demo.churn",
         .group = kDemo,
         .kind = Kind::single,
         .value_name = "RATE",
         .default_text = "2",
         .help = "How many pods start or end per second, from 0 (nothing changes) to 1000; "
                 "fractions are allowed.",
         .set = set<&Config::demo_churn, parse_churn>},
    Flag{.name = "demo.seed",
         .group = kDemo,
         .kind = Kind::single,
         .value_name = "N",
         .default_text = "1",
         .help = "Which demo it is, from 1 to 4000000000: with the same seed, the same happens at "
                 "the same time after the "
                 "start.",
         .set = set_number<&Config::demo_seed, 1, 4'000'000'000>},
};

}  // namespace pge::flags
