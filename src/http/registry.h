// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>

#include "base/clock.h"
#include "http/limits.h"

namespace pge {

enum class Phase : std::uint8_t {
  reading,    // a request is coming in, or the first one is awaited
  idle,       // between two requests
  answering,  // a page is being produced
  waiting,    // a long poll or stream
  writing,    // the response is going out
  lingering,  // all is said, the client is left time to read it
};

// One open connection, as the registry sees it.
class Watched {
 public:
  Watched() = default;
  virtual ~Watched() = default;
  Watched(const Watched&) = delete;
  Watched& operator=(const Watched&) = delete;

  virtual void cut() = 0;      // close the socket now; what runs on it ends a little later
  virtual void give_up() = 0;  // answering or waiting has taken too long: answer for the handler
  virtual bool at_rest() const = 0;  // nothing of a request has arrived
  Phase phase() const { return phase_; }

 private:
  friend class Registry;
  Phase phase_ = Phase::reading;
  SteadyTime since_{};
  SteadyTime deadline_{};
  SteadyTime window_start_{};
  std::size_t window_bytes_ = 0;
  bool cut_ = false;
  std::list<Watched*>::iterator place_{};
};

// All open connections: what each is doing, since when, until when; whom to push out for a
// newcomer. Holds no descriptor and starts nothing by itself. One thread.
class Registry {
 public:
  explicit Registry(const Limits& limits) : limits_(limits) {}

  void add(Watched& connection, SteadyTime now);  // begins with Phase::reading
  void remove(Watched& connection);
  void enter(Watched& connection, Phase phase, SteadyTime now);
  void wrote(Watched& connection, std::size_t bytes) { connection.window_bytes_ += bytes; }

  // Ends what is over its time; returns how many.
  std::size_t sweep(SteadyTime now);
  // Cuts the connection that has idled, dribbled or stalled longest. False if there is none but
  // those whose answer is being made.
  bool evict(SteadyTime now);
  void cut_one(Watched& connection) { cut(connection); }
  void cut_all();
  // For a graceful stop: cuts who is at rest and gives up what only waits.
  void cut_resting();

  std::size_t occupied() const { return occupied_; }  // open, without those in Phase::waiting
  std::size_t open() const { return open_; }
  bool empty() const { return connections_.empty(); }

 private:
  void cut(Watched& connection);
  SteadyTime deadline_of(Phase phase, SteadyTime now) const;
  bool stalls(Watched& connection, SteadyTime now) const;

  const Limits& limits_;
  std::list<Watched*> connections_;  // those cut included, until they are removed
  std::size_t open_ = 0;
  std::size_t occupied_ = 0;
};

}  // namespace pge
