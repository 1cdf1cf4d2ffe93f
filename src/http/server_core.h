// SPDX-License-Identifier: Apache-2.0
#pragma once

// Internal: for translation units that speak Asio.
#include <atomic>
#include <functional>
#include <memory>
#include <string>

#include "base/clock.h"
#include "base/mutex.h"
#include "base/unique_fd.h"
#include "http/gate.h"
#include "http/limits.h"
#include "http/registry.h"
#include "http/responder.h"
#include "http/router.h"
#include "http/wire/response_head.h"
#include "net/loop_impl.h"
#include "net/transport.h"

namespace pge {

struct ServerCounters {
  std::atomic<std::uint64_t> accepted{0};
  std::atomic<std::uint64_t> requests{0};
  std::atomic<std::uint64_t> refused{0};
  std::atomic<std::uint64_t> busy{0};
  std::atomic<std::uint64_t> evicted{0};
  std::atomic<std::uint64_t> timed_out{0};
  std::atomic<std::uint64_t> accept_failures{0};
  std::atomic<std::uint64_t> handler_failures{0};
  std::atomic<std::size_t> open{0};
};

// What the connections of one server share. Lives on the loop's thread, as long as one of them
// does; only the counters, the slots and wait_drained() are for other threads.
class ServerCore : public std::enable_shared_from_this<ServerCore> {
 public:
  using MakeTransport =
      std::function<std::shared_ptr<Transport>(asio::io_context& context, UniqueFd client)>;

  ServerCore(Loop& loop_of_all, Router routes, const Limits& bounds,
             std::shared_ptr<const Clock> time, MakeTransport transport,
             std::shared_ptr<Gate> keeper = nullptr);

  void accepted(UniqueFd client, std::string remote);
  bool make_room();  // cuts one connection, if one may be cut
  void left();       // a connection was removed from the registry

  void begin_stop();
  void cut_all();
  bool wait_drained(Duration most);  // true once stopping and without connections

  SteadyTime now() const { return clock->steady(); }

  Loop& loop;
  asio::io_context& context;
  const Router router;
  const Limits limits;
  const std::shared_ptr<const Clock> clock;
  const std::shared_ptr<Gate> gate;  // may be null
  Registry registry;
  Slots pages;
  Slots streams;
  DateCache date;
  ServerCounters counters;
  bool stopping = false;

 private:
  void sweep_later();

  MakeTransport make_transport_;
  asio::steady_timer sweep_timer_;
  bool sweeping_ = false;
  Mutex mutex_;
  ConditionVariable drained_changed_;
  bool drained_ PGE_GUARDED_BY(mutex_) = false;
};

}  // namespace pge
