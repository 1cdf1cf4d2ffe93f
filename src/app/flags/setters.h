// SPDX-License-Identifier: Apache-2.0
//
// Setters for the rows of the table: which member of Config, and what its text may be.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>

#include "app/flags/table.h"
#include "app/flags/values.h"
#include "base/strings.h"

namespace pge::flags {

inline std::unexpected<Error> out_of_bounds(std::string text, std::string remedy) {
  return fail(ErrorKind::malformed, std::move(text), {}, std::move(remedy));
}

// Puts what `parse` makes of the text into the member.
template <auto Member, auto Parse>
Result<void> set(Config& config, Values values) {
  auto parsed = Parse(values.front());
  if (!parsed) return std::unexpected(std::move(parsed.error()));
  config.*Member = std::move(*parsed);
  return {};
}

template <auto Member, auto Parse>
Result<void> set_list(Config& config, Values values) {
  (config.*Member).clear();
  for (const std::string& value : values) {
    auto parsed = Parse(value);
    if (!parsed) {
      if (values.size() > 1)
        parsed.error().text = "item " + shown(value) + ": " + parsed.error().text;
      return std::unexpected(std::move(parsed.error()));
    }
    (config.*Member).push_back(std::move(*parsed));
  }
  return {};
}

template <auto Member>
Result<void> set_node_path(Config& config, Values values) {
  auto parsed = parse_path(values.front());
  if (!parsed) return std::unexpected(std::move(parsed.error()));
  config.*Member = NodePath{.root = "/", .path = std::move(*parsed)};
  return {};
}

// Bounds in milliseconds, both allowed.
template <auto Member, std::int64_t Least, std::int64_t Most>
Result<void> set_duration(Config& config, Values values) {
  const auto parsed = parse_duration(values.front());
  if (!parsed) return std::unexpected(parsed.error());
  constexpr Duration least = std::chrono::milliseconds(Least);
  constexpr Duration most = std::chrono::milliseconds(Most);
  if (*parsed < least || *parsed > most) {
    return out_of_bounds("out of range",
                         "choose from " + format_duration(least) + " to " + format_duration(most));
  }
  config.*Member = *parsed;
  return {};
}

template <auto Member, std::uint32_t Least, std::uint32_t Most>
Result<void> set_number(Config& config, Values values) {
  const auto parsed = parse_unsigned<std::uint32_t>(values.front());
  if (!parsed || *parsed < Least || *parsed > Most) {
    return out_of_bounds(parsed ? "out of range" : "not a whole number",
                         "choose from " + std::to_string(Least) + " to " + std::to_string(Most));
  }
  config.*Member = *parsed;
  return {};
}

}  // namespace pge::flags
