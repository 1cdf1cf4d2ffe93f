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
// facts have grown too old, it joins, and publishes a snapshot if anything in it changed.
class Collector {
 public:
  // Called on the collector's thread with each new generation, before anybody can see it elsewhere.
  using OnSnapshot = std::function<void(std::shared_ptr<const Snapshot>)>;

  Collector(const Clock& clock, Logger& log, OnSnapshot on_snapshot);
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

  const Clock& clock_;
  Logger& log_;
  const OnSnapshot on_snapshot_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<std::string> names_;

  Mutex mutex_;
  ConditionVariable changed_;
  bool dirty_ PGE_GUARDED_BY(mutex_) = false;
  std::shared_ptr<const Snapshot> last_;  // collector thread only
  std::jthread thread_;
};

}  // namespace pge
