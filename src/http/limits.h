// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>

#include "base/clock.h"

namespace pge {

// What a client may take from the server. The defaults are what ships; every one has a test.
struct Limits {
  // Open connections that carry no stream or long poll. A newcomer beyond that pushes out the
  // client that has idled, dribbled or stalled longest: a scrape always finds a place.
  std::size_t max_connections = 512;
  // A client younger than this in what it does (sending its request, idling) is pushed out last.
  Duration eviction_grace = std::chrono::seconds(1);

  std::size_t max_requests = 40;  // pages being produced at once, 503 beyond; 0 = no limit
  std::size_t max_streams = 512;  // long polls and event streams, 503 beyond; 0 = no limit

  std::size_t max_header_bytes = 16U << 10;  // request line and fields; 431 beyond
  std::size_t max_target_bytes = 8U << 10;   // 414 beyond
  std::size_t max_fields = 100;              // 431 beyond
  std::size_t max_ignored_body = 4U << 10;   // a body up to here is read and dropped, 413 beyond

  Duration header_time = std::chrono::seconds(10);  // from the first byte (or accept) to the last
  // Between two requests. Longer than Prometheus keeps an idle connection (5 min), so that it is
  // the client that closes and no scrape meets a connection that dies.
  Duration idle_time = std::chrono::seconds(310);
  Duration answer_time = std::chrono::seconds(90);  // for handlers that answer later; 503 then

  // A response must be gone after write_time, whatever its size, and in every write_window the
  // client must take write_window × write_rate bytes: a stalled or dribbling reader is cut within
  // two windows and does not pin the page it was reading.
  Duration write_time = std::chrono::seconds(120);
  Duration write_window = std::chrono::seconds(10);
  std::size_t write_rate = 16U << 10;  // bytes a second

  Duration linger_time = std::chrono::seconds(1);  // after the last response, to let it arrive
  Duration sweep_interval = std::chrono::milliseconds(250);  // how exactly the times above are kept
};

}  // namespace pge
