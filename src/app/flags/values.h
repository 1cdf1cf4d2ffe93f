// SPDX-License-Identifier: Apache-2.0
//
// How the text of a setting reads. Every error says what is wrong in `text` and what to write
// instead in `remedy`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"
#include "net/listen.h"

namespace pge::flags {

// As Go and Prometheus write it: `5s`, `1m30s`, `250ms`, `1.5h`, `2d`; units ns, us (µs), ms, s, m,
// h, d, w. Never negative; a bare 0 is allowed, any other number needs a unit.
Result<Duration> parse_duration(std::string_view text);
std::string format_duration(Duration duration);  // "1m30s"; what parse_duration reads back

Result<bool> parse_bool(std::string_view text);  // true, yes, on, 1 and their opposites, any case

// Absolute; a relative one is below the working directory. A leading unix:// is dropped.
Result<std::string> parse_path(std::string_view text);

Result<std::string> parse_node_name(std::string_view text);
Result<std::string> parse_resource_pattern(std::string_view text);
Result<std::string> parse_telemetry_path(std::string_view text);

Result<double> parse_churn(std::string_view text);  // events a second, from 0 to 1000

Result<ListenAddress> parse_listen(std::string_view text);  // net/listen.h says which forms

// As shown in messages: control characters escaped, cut after 120 bytes, passwords in URLs hidden.
std::string shown(std::string_view value);

}  // namespace pge::flags
