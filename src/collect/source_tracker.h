// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>

#include "base/backoff.h"
#include "base/clock.h"
#include "model/facts.h"

namespace pge {

using ErrorCounts = std::map<ErrorKind, std::uint64_t>;

// What became of a source's tries: its SourceState, its error counters and when to try again. A
// pure state machine: time comes in as arguments. Not thread safe.
//
// A source that never existed here is `absent` and counts no errors. Once it has answered, the same
// finding makes it `down`. Last good facts stay until `staleness_limit` after the last success.
class SourceTracker {
 public:
  struct Options {
    std::chrono::milliseconds interval{5'000};
    std::chrono::milliseconds staleness_limit{120'000};
    double jitter = 0.1;
  };

  SourceTracker(std::string name, Options options, std::uint64_t seed);

  void succeeded(Facts facts, Duration took, SteadyTime now, WallTime wall);
  void failed(Error error, Duration took);

  // Drops facts that are too old; what was learnt of the identity of devices stays. A source that
  // was up is down then. True if it did just now.
  bool age(SteadyTime now);
  // When age() next has something to do; nothing while no facts that age are held.
  std::optional<SteadyTime> expires_at() const;

  // How long to wait after the newest try. Short while the source is failing, so that its return is
  // noticed within a second; longer each time where it asked us to slow down.
  std::chrono::milliseconds next_wait();

  const SourceState& state() const { return state_; }
  const ErrorCounts& errors() const { return errors_; }

 private:
  Options options_;
  SourceState state_;
  ErrorCounts errors_;
  std::minstd_rand random_;
  Backoff reconnect_;
  Backoff slow_down_;
};

}  // namespace pge
