// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <thread>

namespace pge {

// The first thing main() does, before any other thread exists: SIGTERM, SIGINT and SIGHUP are
// blocked in this thread and all that it starts, so that none can kill the process or interrupt a
// call; what arrives meanwhile waits for SignalWatch. SIGPIPE is ignored: a client that went away
// is an error of that write.
void block_signals();

// Waits for signals on a thread of its own, where the callbacks run as ordinary code; they must not
// throw and should be short, as the next signal waits for them. Needs block_signals().
class SignalWatch {
 public:
  struct Callbacks {
    std::function<void(int signal)>
        stop;                      // SIGTERM or SIGINT; the first only, later ones are ignored
    std::function<void()> reload;  // SIGHUP; may be null: then nothing happens
  };

  explicit SignalWatch(Callbacks callbacks);
  ~SignalWatch();  // waits for a callback that is running
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;

 private:
  void run(const std::stop_token& stop);

  Callbacks callbacks_;
  std::jthread thread_;
};

}  // namespace pge
