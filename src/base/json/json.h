// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace pge {

struct JsonMember;

// A JSON value. Small and plain, so that the parser's headers stay in one translation unit.
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

// What one value may cost.
struct JsonLimits {
  std::size_t bytes = 0;  // of text in parse_json; of all its strings where items are read
  std::size_t depth = 0;
  std::size_t values = 0;
};

// `malformed` for what is no JSON (invalid UTF-8 included), `too_large` beyond a limit.
Result<Json> parse_json(std::string_view text, const JsonLimits& limits);

// Where values stand in a document: the names of members from the outside in, "*" for every member
// of an object and every element of a list.
using JsonPlace = std::vector<std::string_view>;

struct JsonItem {
  std::size_t place = 0;      // which of the places
  std::string_view name;      // under which it stands in its parent; empty in a list
  std::optional<Json> value;  // nothing: beyond the limits
};

// Reads a document of any size and hands out the values at `places`, one at a time as the text goes
// by, so that it never stands in memory as a whole. `take` returns false to stop, which is
// `too_large`. Each value has the limits to itself. Places must not lie within one another.
//
// Comes back with the type of what stood at each place's parent, the last one where there were
// several; nothing where there was none. A document that turns out to be no JSON is `malformed`,
// after its first items have been handed out.
using JsonParents = std::vector<std::optional<Json::Type>>;
Result<JsonParents> read_json_items(std::string_view text, std::span<const JsonPlace> places,
                                    const JsonLimits& limits,
                                    const std::function<bool(JsonItem)>& take);

}  // namespace pge
