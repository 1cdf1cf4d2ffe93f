// SPDX-License-Identifier: Apache-2.0
#include "app/process/signals.h"

#include <pthread.h>

#include <csignal>
#include <utility>

namespace pge {
namespace {

// Ends the wait of our own thread. Blocked like the others, so from outside it does nothing.
int wake_signal() { return SIGRTMIN; }

sigset_t watched_signals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP, wake_signal()}) sigaddset(&set, signal);
  return set;
}

}  // namespace

void block_signals() {
  const sigset_t set = watched_signals();
  ::pthread_sigmask(SIG_BLOCK, &set, nullptr);
  struct sigaction ignore{};
  ignore.sa_handler = SIG_IGN;
  ::sigaction(SIGPIPE, &ignore, nullptr);
}

SignalWatch::SignalWatch(Callbacks callbacks)
    : callbacks_(std::move(callbacks)),
      thread_([this](const std::stop_token& stop) { run(stop); }) {}

SignalWatch::~SignalWatch() {
  thread_.request_stop();
  ::pthread_kill(thread_.native_handle(), wake_signal());
  thread_.join();
}

void SignalWatch::run(const std::stop_token& stop) {
  const sigset_t set = watched_signals();
  bool stopping = false;
  while (!stop.stop_requested()) {
    int signal = 0;
    if (::sigwait(&set, &signal) != 0) continue;
    if (signal == SIGHUP && callbacks_.reload && !stopping) callbacks_.reload();
    if ((signal == SIGTERM || signal == SIGINT) && !std::exchange(stopping, true)) {
      callbacks_.stop(signal);
    }
  }
}

}  // namespace pge
