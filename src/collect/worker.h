// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <thread>

#include "base/clock.h"
#include "base/log.h"
#include "base/mutex.h"
#include "collect/source_tracker.h"
#include "sources/source.h"

namespace pge {

// Runs one source on a thread of its own: every interval, and at once when woken. Wake-ups are
// coalesced, and two tries never start less than `min_gap` apart.
class Worker {
 public:
  struct Options {
    SourceTracker::Options tracker;
    std::chrono::milliseconds call_deadline{5'000};
    std::chrono::milliseconds min_gap{250};
    std::chrono::milliseconds coalesce{20};
    std::uint64_t seed = 1;
  };

  // `changed` is called on the worker's thread after each try, without any lock held.
  Worker(std::unique_ptr<Source> source, Options options, const Clock& clock, Logger& log,
         std::function<void()> changed);
  ~Worker();

  void start();
  void wake();          // from any thread; returns at once
  void request_stop();  // returns at once
  void join();          // waits until the thread has ended; the destructor does both

  struct View {
    SourceState state;
    ErrorCounts errors;
  };
  // The state with facts dropped that are too old by now.
  View view();
  std::optional<SteadyTime> expires_at();

 private:
  void run(std::stop_token stop);
  std::chrono::milliseconds try_once(std::stop_token stop);
  void sleep(std::stop_token stop, std::chrono::milliseconds wait, SteadyTime started);
  void report(const SourceState& state, bool was_up);

  const std::unique_ptr<Source> source_;
  const Options options_;
  const Clock& clock_;
  Logger& log_;
  const std::function<void()> changed_;

  Mutex mutex_;
  ConditionVariable awake_;
  bool woken_ PGE_GUARDED_BY(mutex_) = false;
  SourceTracker tracker_ PGE_GUARDED_BY(mutex_);
  std::jthread thread_;  // last: stops before anything it uses goes
};

}  // namespace pge
