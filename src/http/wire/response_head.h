// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "http/message.h"

namespace pge {

struct Framing {
  std::size_t body_bytes = 0;  // Content-Length: of the whole body, sent or not
  bool keep_alive = true;
  bool say_keep_alive = false;  // HTTP/1.0 clients keep a connection only if told
};

// Status line and fields up to the blank line. Fields of the response that the server sets itself
// (Content-Length, Transfer-Encoding, Connection, Date) are left out, control characters in values
// become blanks and a field whose name is no token is dropped: nothing of it can end the head
// early.
std::string response_head(const Response& response, const Framing& framing, std::string_view date);

// True for statuses that never have a body (1xx, 204, 304).
bool has_no_body(int status);

// "Sun, 06 Nov 1994 08:49:37 GMT" (RFC 9110 §5.6.7).
std::string http_date(WallTime time);

// The Date field, made anew once a second at most. Not thread safe.
class DateCache {
 public:
  std::string_view at(WallTime now);

 private:
  std::chrono::sys_seconds second_ = std::chrono::sys_seconds::min();
  std::string text_;
};

}  // namespace pge
