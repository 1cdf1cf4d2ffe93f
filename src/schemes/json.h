// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

#include "base/json/json.h"

namespace pge::schemes {

using pge::Json;
using pge::JsonMember;

inline constexpr std::size_t kMaxJsonBytes = 256U << 10;  // all annotations of an object together
inline constexpr std::size_t kMaxJsonDepth = 16;
inline constexpr std::size_t kMaxJsonValues = 20'000;

// An annotation's JSON. `malformed` for what is no JSON (invalid UTF-8 included), `too_large`
// beyond a limit.
inline Result<Json> parse_json(std::string_view text) {
  return pge::parse_json(
      text, {.bytes = kMaxJsonBytes, .depth = kMaxJsonDepth, .values = kMaxJsonValues});
}

}  // namespace pge::schemes
