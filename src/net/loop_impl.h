// SPDX-License-Identifier: Apache-2.0
#pragma once

// Internal: for translation units that speak Asio.
#include <atomic>
#include <optional>
#include <thread>

#include "net/asio.h"
#include "net/loop.h"

namespace pge {

struct Loop::Impl {
  asio::io_context context{1};  // one thread: Asio needs no wake-ups between its own threads
  std::optional<asio::executor_work_guard<asio::io_context::executor_type>> work;
  std::atomic<std::uint64_t> failed{0};
  std::jthread thread;

  void run();
};

inline asio::io_context& context_of(Loop& loop) { return loop.impl().context; }

}  // namespace pge
