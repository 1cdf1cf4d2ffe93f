// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "http/message.h"

namespace pge {

struct Target {
  std::string path;
  Query query;
};

// A request target in origin form (`/metrics?node=a`) or absolute form (`http://host/metrics`).
// Nothing if it is malformed, or if another reader (a proxy that guards some paths) could take it
// for another path than we do: dot segments, an encoded slash or backslash, control characters.
// Escapes are decoded once; in the query `+` is a blank. RFC 9112 §3.2, RFC 3986.
std::optional<Target> parse_target(std::string_view target);

}  // namespace pge
