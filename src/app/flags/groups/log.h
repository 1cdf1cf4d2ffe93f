// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

#include "app/flags/setters.h"
#include "app/flags/table.h"
#include "app/flags/values.h"

namespace pge::flags {

inline constexpr std::string_view kLog = "Log";

inline constexpr std::array kLogFlags = {
    Flag{.name = "log.level",
         .group = kLog,
         .kind = Kind::single,
         .value_name = "LEVEL",
         .default_text = "info",
         .help = "What is logged: debug, info, warn or error and all above it.",
         .set = set<&Config::log_level, parse_log_level>,
         .choices = "debug info warn error"},
    Flag{.name = "log.format",
         .group = kLog,
         .kind = Kind::single,
         .value_name = "FORMAT",
         .default_text = "logfmt",
         .help = "How it is written: logfmt or json.",
         .set = set<&Config::log_format, parse_log_format>,
         .choices = "logfmt json"},
};

}  // namespace pge::flags
