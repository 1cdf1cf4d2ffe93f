// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pge {

std::string_view trim(std::string_view text);  // blanks, tabs, CR, LF
std::vector<std::string_view> split(std::string_view text, char separator);
template <std::same_as<std::string> Temporary>
std::vector<std::string_view> split(Temporary&& text, char separator) = delete;  // would dangle
std::string to_lower(std::string_view text);                                     // ASCII only

// The whole text as a decimal number; nothing for signs, blanks, garbage or overflow.
template <class Unsigned = std::uint64_t>
std::optional<Unsigned> parse_unsigned(std::string_view text) {
  Unsigned value{};
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// Shell-like pattern: `*` any run, `?` one byte. Linear time in practice, bounded by
// pattern × text; never recursive.
bool glob_match(std::string_view pattern, std::string_view text);

// `text` as valid UTF-8: each byte that is not part of a well-formed sequence becomes U+FFFD.
std::string to_valid_utf8(std::string_view text);
bool is_valid_utf8(std::string_view text);

// `text` made safe for a terminal or a log: control characters, line separators and marks that turn
// the direction of text around are written as \n, \r, \t or \uXXXX, bytes that are not UTF-8 as
// \xXX. Quotes and backslashes stay as they are.
std::string printable(std::string_view text);

// Damerau-Levenshtein distance, for "did you mean".
std::size_t edit_distance(std::string_view a, std::string_view b);

}  // namespace pge
