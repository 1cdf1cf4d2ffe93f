// SPDX-License-Identifier: Apache-2.0
#include "http/registry.h"

namespace pge {

void Registry::add(Watched& connection, SteadyTime now) {
  connection.place_ = connections_.insert(connections_.end(), &connection);
  ++open_;
  ++occupied_;
  connection.since_ = now;
  connection.deadline_ = deadline_of(Phase::reading, now);
}

void Registry::remove(Watched& connection) {
  if (!connection.cut_) {
    --open_;
    if (connection.phase_ != Phase::waiting) --occupied_;
  }
  connections_.erase(connection.place_);
}

void Registry::enter(Watched& connection, Phase phase, SteadyTime now) {
  if (!connection.cut_) {
    if (connection.phase_ == Phase::waiting) ++occupied_;
    if (phase == Phase::waiting) --occupied_;
  }
  connection.phase_ = phase;
  connection.since_ = now;
  connection.deadline_ = deadline_of(phase, now);
  connection.window_start_ = now;
  connection.window_bytes_ = 0;
}

SteadyTime Registry::deadline_of(Phase phase, SteadyTime now) const {
  switch (phase) {
    case Phase::reading:
      return now + limits_.header_time;
    case Phase::idle:
      return now + limits_.idle_time;
    case Phase::answering:
    case Phase::waiting:
      return now + limits_.answer_time;
    case Phase::writing:
      return now + limits_.write_time;
    case Phase::lingering:
      return now + limits_.linger_time;
  }
  return now;
}

void Registry::cut(Watched& connection) {
  if (connection.cut_) return;
  connection.cut_ = true;
  --open_;
  if (connection.phase_ != Phase::waiting) --occupied_;
  connection.cut();
}

bool Registry::stalls(Watched& connection, SteadyTime now) const {
  if (connection.phase_ != Phase::writing) return false;
  if (now - connection.window_start_ < limits_.write_window) return false;
  const double seconds = std::chrono::duration<double>(now - connection.window_start_).count();
  const double wanted = seconds * static_cast<double>(limits_.write_rate);
  if (static_cast<double>(connection.window_bytes_) < wanted) return true;
  connection.window_start_ = now;
  connection.window_bytes_ = 0;
  return false;
}

std::size_t Registry::sweep(SteadyTime now) {
  std::size_t ended = 0;
  for (Watched* connection : connections_) {
    if (connection->cut_) continue;
    if (now < connection->deadline_ && !stalls(*connection, now)) continue;
    ++ended;
    if (connection->phase_ == Phase::answering || connection->phase_ == Phase::waiting) {
      connection->give_up();
    } else {
      cut(*connection);
    }
  }
  return ended;
}

bool Registry::evict(SteadyTime now) {
  Watched* best = nullptr;
  int best_rank = 0;
  for (Watched* connection : connections_) {
    if (connection->cut_) continue;
    const Phase phase = connection->phase_;
    if (phase == Phase::answering || phase == Phase::waiting) continue;
    // Those who keep us waiting go before those who take their page, unless they have only just
    // come: else a crowd of slow readers would make newcomers push each other out.
    const bool fresh = now - connection->since_ < limits_.eviction_grace;
    const int rank = phase == Phase::writing ? 2 : fresh ? 1 : 3;
    if (best == nullptr || rank > best_rank ||
        (rank == best_rank && connection->since_ < best->since_)) {
      best = connection;
      best_rank = rank;
    }
  }
  if (best == nullptr) return false;
  cut(*best);
  return true;
}

void Registry::cut_all() {
  for (Watched* connection : connections_) cut(*connection);
}

void Registry::cut_resting() {
  for (Watched* connection : connections_) {
    if (connection->cut_) continue;
    if (connection->phase_ == Phase::waiting) {
      connection->give_up();
    } else if (connection->at_rest()) {
      cut(*connection);
    }
  }
}

}  // namespace pge
