// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "base/log.h"
#include "base/mutex.h"
#include "base/published.h"
#include "collect/worker.h"
#include "model/snapshot.h"

namespace pge {

// How the sources fared, as of one moment.
struct SourceStatus {
  struct Entry {
    SourceState state;
    ErrorCounts errors;
  };
  std::vector<Entry> sources;  // by name
};

// Owns the workers and the one thread that joins what they know. Whenever a worker has tried, or
// facts have grown too old, it joins, and publishes a snapshot if anything in it changed. The first
// one waits until every source has answered, at most kFirstWait, so that no line appears first
// without and then with its model.
class Collector {
 public:
  // Called on the collector's thread with each new generation, before anybody can see it elsewhere.
  static constexpr std::chrono::milliseconds kFirstWait{2'000};
  using OnSnapshot = std::function<void(std::shared_ptr<const Snapshot>)>;
  // Called on the same thread after each look at the sources, changed or not.
  using AfterLook = std::function<void()>;

  Collector(const Clock& clock, Logger& log, OnSnapshot on_snapshot, AfterLook after_look = {});
  ~Collector();

  void add(std::unique_ptr<Source> source, Worker::Options options);  // before start()
  void start();
  void stop();  // returns when every thread has ended; within the sources' promise to heed a stop

  void wake(std::string_view source);  // from any thread
  SourceStatus status();               // from any thread; facts that are too old are gone

 private:
  void run(std::stop_token stop);
  void note_change();
  void join_once();
  std::optional<SteadyTime> next_expiry();
  bool worth_showing(const std::vector<SourceState>& states) const;

  const Clock& clock_;
  Logger& log_;
  const OnSnapshot on_snapshot_;
  const AfterLook after_look_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<std::string> names_;

  Mutex mutex_;
  ConditionVariable changed_;
  bool dirty_ PGE_GUARDED_BY(mutex_) = false;
  std::shared_ptr<const Snapshot> last_;  // collector thread only
  SteadyTime started_{};
  std::jthread thread_;
};

}  // namespace pge
