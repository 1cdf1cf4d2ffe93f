// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace pge::schemes {

struct JsonMember;

// A JSON value out of an annotation. Small and plain, so that the parser's headers stay in one
// translation unit.
struct Json {
  enum class Type { null, boolean, number, text, list, object };

  Type type = Type::null;
  bool boolean = false;
  double number = 0;
  std::optional<std::uint64_t> whole;  // a number that is a whole one and not negative
  std::string string;
  std::vector<Json> items;          // of a list
  std::vector<JsonMember> members;  // of an object, in order; may repeat

  bool is(Type wanted) const { return type == wanted; }
  // Member of an object; null where there is none, or where this is no object.
  const Json* find(std::string_view key) const;
  // Members as what they should be; nothing where absent or of another type.
  std::optional<std::string_view> text_at(std::string_view key) const;
  std::optional<std::uint64_t> whole_at(std::string_view key) const;
  std::optional<bool> boolean_at(std::string_view key) const;
};

struct JsonMember {
  std::string name;
  Json value;
};

inline constexpr std::size_t kMaxJsonBytes = 256U << 10;  // all annotations of an object together
inline constexpr std::size_t kMaxJsonDepth = 16;
inline constexpr std::size_t kMaxJsonValues = 20'000;

// `malformed` for what is no JSON (invalid UTF-8 included), `too_large` beyond a limit.
Result<Json> parse_json(std::string_view text);

}  // namespace pge::schemes
