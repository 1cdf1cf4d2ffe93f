// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "base/unique_fd.h"
#include "http/gate.h"
#include "http/limits.h"
#include "http/router.h"
#include "net/listen.h"
#include "net/loop.h"

namespace pge {

struct ServerOptions {
  std::vector<ListenAddress> addresses;
  std::vector<UniqueFd> inherited;  // listening sockets of a service manager
  Limits limits;
  std::shared_ptr<Gate> gate;  // null: plain HTTP, and everybody is let in
  std::shared_ptr<const Clock> clock = std::make_shared<SystemClock>();
};

// Counts since the start, but for the last.
struct ServerStats {
  std::uint64_t accepted = 0;
  std::uint64_t requests = 0;   // with a well-formed head
  std::uint64_t refused = 0;    // without: 4xx by the server itself, or 505
  std::uint64_t busy = 0;       // 503 for want of a slot
  std::uint64_t evicted = 0;    // pushed out by a newcomer, or for want of descriptors
  std::uint64_t timed_out = 0;  // over one of the times in Limits
  std::uint64_t accept_failures = 0;
  std::uint64_t handler_failures = 0;  // handlers that threw
  std::size_t open = 0;                // connections now
};

// An HTTP/1.1 server on a loop: keep-alive, pipelined requests answered in order, HTTP/1.0 too, no
// request bodies. What a client may take is in Limits. Several servers may share a loop.
//
// Every call is safe from any thread but the loop's. The loop must run for as long as the server
// lives and be stopped after it.
class Server {
 public:
  static constexpr std::chrono::milliseconds kStopGrace{2500};

  // Listens on all the addresses, or on none and says which one failed, why and what to do. Raises
  // the process' limit of open files.
  static Result<std::unique_ptr<Server>> start(Loop& loop, Router router, ServerOptions options);
  ~Server();  // stop(0)
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // What is listened on really, with the ports that were picked: "[::]:9401".
  const std::vector<std::string>& addresses() const;

  // Newcomers are refused by the kernel from now on; who is connected is served as before.
  void stop_accepting();

  // Ends in an orderly way: newcomers are refused, connections at rest closed at once, long polls
  // answered 503, requests that have arrived are answered. Who is not through after `grace` is cut
  // off. Returns within `grace` and half a second, true if nobody had to be cut off. No handler
  // runs after it. May be called twice.
  bool stop(Duration grace = kStopGrace);

  ServerStats stats() const;

 private:
  struct Impl;
  explicit Server(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace pge
