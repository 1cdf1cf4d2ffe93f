// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string_view>

#include "http/limits.h"
#include "http/message.h"

namespace pge {

struct RequestHead {
  Request request;        // without `remote`
  std::size_t bytes = 0;  // of the head on the wire, blank line included
  std::uint64_t body_bytes = 0;
  bool keep_alive = true;
  bool say_keep_alive = false;  // HTTP/1.0
};

// Why a request is refused; the connection ends with it, since where the next one would begin is
// in doubt.
struct Refusal {
  int status = 400;
  std::string_view reason;
};

// Reads one request head from the beginning of `bytes`, everything received since the last request.
// Nothing while more bytes are needed. `scanned` is the caller's note of how far earlier calls have
// looked: 0 for a new request, else untouched.
//
// Refused besides what is not HTTP/1.0 or 1.1: shapes that two readers may take for different
// requests (Transfer-Encoding, Content-Length that is no plain number or stands twice, several or
// no Host, folded lines, blanks before a colon, bare line feeds), heads beyond the limits, bodies
// we do not take. Pure; any bytes may be passed.
std::expected<std::optional<RequestHead>, Refusal> parse_request_head(std::string_view bytes,
                                                                      std::size_t& scanned,
                                                                      const Limits& limits);

}  // namespace pge
