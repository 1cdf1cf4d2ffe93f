// SPDX-License-Identifier: Apache-2.0
#include "collect/source_tracker.h"

#include <algorithm>
#include <utility>

namespace pge {

using namespace std::chrono_literals;

SourceTracker::SourceTracker(std::string name, Options options, std::uint64_t seed)
    : options_(options),
      random_(static_cast<std::minstd_rand::result_type>(seed)),
      reconnect_(
          {.first = 100ms, .most = std::min(options.interval, std::chrono::milliseconds(1s))},
          seed),
      slow_down_({.first = 500ms, .most = 10s}, seed) {
  state_.name = std::move(name);
  for (const ErrorKind kind : kCountedErrorKinds) errors_[kind] = 0;
}

void SourceTracker::succeeded(Facts facts, Duration took, SteadyTime now, WallTime wall) {
  errors_[ErrorKind::malformed] += facts.skipped.size();
  state_.health = SourceHealth::up;
  state_.expired = false;
  state_.last_success = now;
  state_.last_success_wall = wall;
  state_.last_took = took;
  state_.last_error.reset();
  // Equal facts keep their pointer: whoever compares pointers sees that nothing changed.
  if (!state_.facts || *state_.facts != facts) {
    state_.facts = std::make_shared<const Facts>(std::move(facts));
  }
  reconnect_.succeeded();
  slow_down_.succeeded();
}

void SourceTracker::failed(Error error, Duration took) {
  const bool ever_answered = state_.last_success != SteadyTime{};
  state_.last_took = took;
  if (error.kind == ErrorKind::absent && !ever_answered) {
    state_.health = SourceHealth::absent;
  } else {
    if (error.kind == ErrorKind::absent) error.kind = ErrorKind::not_found;
    state_.health = SourceHealth::down;
    ++errors_[error.kind];
  }
  state_.last_error = std::move(error);
}

bool SourceTracker::age(SteadyTime now) {
  const auto when = expires_at();
  if (!when || now < *when) return false;
  Facts identity;
  for (Device device : state_.facts->devices) {
    device.healthy.reset();
    identity.devices.push_back(std::move(device));
  }
  state_.facts.reset();
  if (!identity.devices.empty()) state_.facts = std::make_shared<const Facts>(std::move(identity));
  state_.expired = true;
  // Facts age while a call is still out, or long before the next one: neither is "up".
  if (state_.health == SourceHealth::up) {
    state_.health = SourceHealth::down;
    state_.last_error = Error{ErrorKind::timeout,
                              "no answer within the staleness limit",
                              {},
                              "is --staleness.limit shorter than an answer takes?"};
  }
  return true;
}

std::optional<SteadyTime> SourceTracker::expires_at() const {
  if (!state_.facts || state_.expired) return std::nullopt;
  return state_.last_success + options_.staleness_limit;
}

std::chrono::milliseconds SourceTracker::next_wait() {
  if (!state_.last_error) return jittered(options_.interval, options_.jitter, random_);
  switch (state_.last_error->kind) {
    case ErrorKind::rate_limited:
    case ErrorKind::too_large:
      return slow_down_.next();
    case ErrorKind::absent:
    case ErrorKind::permission:
      return jittered(std::min(options_.interval, std::chrono::milliseconds(1s)), options_.jitter,
                      random_);
    default:
      return reconnect_.next();
  }
}

}  // namespace pge
