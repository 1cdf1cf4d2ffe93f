// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

#include "app/flags/setters.h"
#include "app/flags/table.h"
#include "app/flags/values.h"

namespace pge::flags {

inline constexpr std::string_view kGeneral = "General";

inline constexpr std::array kGeneralFlags = {
    Flag{.name = "config.file",
         .group = kGeneral,
         .kind = Kind::single,
         .value_name = "FILE",
         .default_text = "none",
         .default_is_said = true,
         .help = "YAML file with the same settings, as nested or dotted keys.",
         .set = set<&Config::config_file, parse_path>},
};

}  // namespace pge::flags
