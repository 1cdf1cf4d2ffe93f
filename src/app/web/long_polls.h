// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <list>
#include <thread>

#include "base/clock.h"
#include "base/mutex.h"
#include "http/responder.h"

namespace pge {

// Clients that wait for something newer than what they have. Whoever changes something calls
// changed(); clients whose time is up, and those that are left at the end, are answered as well.
// Any thread.
class LongPolls {
 public:
  // What a client gets now; nothing: it goes on waiting. Called on the thread of this object.
  using Ask = std::function<std::optional<Response>(bool time_is_up)>;

  LongPolls();
  ~LongPolls();

  void wait(Responder responder, SteadyTime until, Ask ask);
  void changed();
  void stop();  // answers everybody

 private:
  struct Waiting {
    Responder responder;
    SteadyTime until;
    Ask ask;
  };

  void run(const std::stop_token& stop);
  void answer(std::list<Waiting>& waiting, SteadyTime now, bool stopping);

  Mutex mutex_;
  ConditionVariable woken_;
  std::list<Waiting> waiting_ PGE_GUARDED_BY(mutex_);
  bool changed_ PGE_GUARDED_BY(mutex_) = false;
  std::jthread thread_;
};

}  // namespace pge
