// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "base/clock.h"

namespace pge {

// As Go writes durations: `1s`, `250ms`, `1m30s`, `1.5h`; units ms, s, m, h; a bare 0. At most a
// year; nothing for anything else.
std::optional<Duration> parse_go_duration(std::string_view text);

}  // namespace pge
