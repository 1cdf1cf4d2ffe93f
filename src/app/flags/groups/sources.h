// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

#include "app/flags/setters.h"
#include "app/flags/table.h"
#include "app/flags/values.h"

namespace pge::flags {

inline constexpr std::string_view kSources = "What counts and how often it is read";

inline constexpr std::array kSourcesFlags = {
    Flag{.name = "resources",
         .group = kSources,
         .kind = Kind::list,
         .value_name = "PATTERN,...",
         .default_text = "the GPU resources of every vendor we know",
         .default_is_said = true,
         .help = "Extended resources that count as GPUs; * and ? stand for any run and any one "
                 "character. A resource that is not listed still counts if its ids look like a "
                 "GPU's.",
         .set = set_list<&Config::resources, parse_resource_pattern>},
    Flag{.name = "source.podresources",
         .group = kSources,
         .kind = Kind::boolean,
         .value_name = "",
         .default_text = "true",
         .help = "Read the kubelet's PodResources API.",
         .set = set<&Config::source_podresources, parse_bool>},
    Flag{.name = "source.checkpoint",
         .group = kSources,
         .kind = Kind::boolean,
         .value_name = "",
         .default_text = "true",
         .help = "Read the kubelet's device checkpoint, its DRA state and NVIDIA's DRA driver's.",
         .set = set<&Config::source_checkpoint, parse_bool>},
    Flag{.name = "source.podnames",
         .group = kSources,
         .kind = Kind::boolean,
         .value_name = "",
         .default_text = "true",
         .help =
             "Read pod uids, containers and starts from the names of log directories and of the "
             "kubelet's pod directories.",
         .set = set<&Config::source_podnames, parse_bool>},
    Flag{.name = "source.gpumanager",
         .group = kSources,
         .kind = Kind::boolean,
         .value_name = "",
         .default_text = "true",
         .help = "Read gpu-manager's checkpoint.",
         .set = set<&Config::source_gpumanager, parse_bool>},
    Flag{.name = "source.nvidiaproc",
         .group = kSources,
         .kind = Kind::boolean,
         .value_name = "",
         .default_text = "true",
         .help = "Read the models and numbers of NVIDIA cards from /proc/driver/nvidia.",
         .set = set<&Config::source_nvidiaproc, parse_bool>},
    Flag{.name = "refresh.interval",
         .group = kSources,
         .kind = Kind::single,
         .value_name = "DURATION",
         .default_text = "5s",
         .help = "How often sources are read, from 100ms to 1h; at least twice within "
                 "staleness.limit. Changes that the system tells us of are picked up at once.",
         .set = set_duration<&Config::refresh_interval, 100, 3'600'000>},
    Flag{.name = "staleness.limit",
         .group = kSources,
         .kind = Kind::single,
         .value_name = "DURATION",
         .default_text = "2m",
         .help = "How long the last good facts of a failing source are served, from 100ms to 24h "
                 "and never less than refresh.interval.",
         .set = set_duration<&Config::staleness_limit, 100, 24 * 3'600'000>},
};

}  // namespace pge::flags
