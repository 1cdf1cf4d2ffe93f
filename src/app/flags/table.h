// SPDX-License-Identifier: Apache-2.0
//
// The one table of settings. Command line, environment, file, --help and docs/flags.md all come
// from it; a new setting is one row in a header of groups/ and one member of Config.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/config.h"
#include "base/result.h"

namespace pge::flags {

enum class Kind { boolean, single, list };

// What a row does with the texts that were given: one for booleans and single values, at least one
// for lists.
using Values = std::span<const std::string>;
using Setter = Result<void> (*)(Config& config, Values values);

struct Flag {
  std::string_view name;   // without the dashes
  std::string_view group;  // heading in --help and docs/flags.md; rows of a group stand together
  Kind kind;
  std::string_view value_name;    // what --help shows after "="; empty for booleans
  std::string_view default_text;  // as one would write it, unless `default_is_said`
  bool default_is_said = false;   // the default is described, not spelled out
  std::string_view help;          // whole sentences
  Setter set;
  std::string_view choices{};  // all values there are, between blanks; empty: too many to list
};

std::span<const Flag> table();
const Flag* find(std::string_view name);  // null if there is none

std::string variable_of(std::string_view name);  // "log.level" → "PGE_LOG_LEVEL"

// The name in `names` that was most likely meant by `wrong`; empty if none comes near.
std::string nearest(std::string_view wrong, std::span<const std::string> names);

}  // namespace pge::flags
