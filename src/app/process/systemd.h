// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "base/mutex.h"
#include "base/result.h"
#include "base/unique_fd.h"

namespace pge {

// What systemd tells a service by its environment (sd_listen_fds(3), sd_notify(3)); empty texts
// where a variable is not set.
struct SystemdEnvironment {
  std::string listen_pid;
  std::string listen_fds;
  std::string notify_socket;
  std::string watchdog_pid;
  std::string watchdog_usec;
};
SystemdEnvironment systemd_environment();

// The listening sockets that were handed over, from `first` up. An error if there are none, as who
// asks for them has no other place to listen.
Result<std::vector<UniqueFd>> inherited_sockets(const SystemdEnvironment& environment, pid_t self,
                                                int first = 3);

// Tells the service manager how we are; does nothing without one. Never blocks, never fails: who
// does not listen misses it. Any thread.
class ServiceManager {
 public:
  explicit ServiceManager(std::string socket) : socket_(std::move(socket)) {}

  void ready() const { say("READY=1"); }
  void stopping() const { say("STOPPING=1"); }
  void alive() const { say("WATCHDOG=1"); }

 private:
  void say(std::string_view state) const;

  std::string socket_;  // a path, or @ and an abstract name
};

// How often the manager wants to hear that we are alive: half of the time after which it kills us.
// Nothing if it does not want to.
std::optional<Duration> watchdog_interval(const SystemdEnvironment& environment, pid_t self);

// Calls `tick` every `interval` on a thread of its own, which must not block.
class Ticker {
 public:
  Ticker(Duration interval, std::function<void()> tick);
  ~Ticker();  // no call comes after it

 private:
  Mutex mutex_;
  ConditionVariable never_;
  std::jthread thread_;
};

}  // namespace pge
