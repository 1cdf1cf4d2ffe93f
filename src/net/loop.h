// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

namespace pge {

// One event loop and its one thread. All sockets of the process live here; whatever runs on it must
// not block. The thread takes no signals, so that they reach the thread that waits for them.
class Loop {
 public:
  using Task = std::move_only_function<void()>;
  struct Impl;  // net/loop_impl.h, for code that speaks Asio

  Loop();
  ~Loop();  // stop()
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;

  // Runs `task` on the loop's thread, in the order of the calls. After stop() it is dropped unrun.
  // A task that throws is counted and the loop goes on. Any thread.
  void post(Task task);
  bool on_loop_thread() const;
  std::uint64_t failed_tasks() const;

  // Ends the thread, as soon as the task that runs now (if any) returns; what is pending is
  // dropped. Whoever has sockets on the loop closes them first. Any thread but the loop's own; may
  // be called twice.
  void stop();

  Impl& impl() { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace pge
