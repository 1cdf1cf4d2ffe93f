// SPDX-License-Identifier: Apache-2.0
#include "collect/worker.h"

#include <algorithm>
#include <string>
#include <utility>

namespace pge {

Worker::Worker(std::unique_ptr<Source> source, Options options, const Clock& clock, Logger& log,
               std::function<void()> changed)
    : source_(std::move(source)),
      options_(options),
      clock_(clock),
      log_(log),
      changed_(std::move(changed)),
      tracker_(std::string(source_->name()), options.tracker, options.seed) {}

Worker::~Worker() { request_stop(); }

void Worker::start() {
  thread_ = std::jthread([this](std::stop_token stop) { run(std::move(stop)); });
}

void Worker::wake() {
  {
    MutexLock lock(mutex_);
    woken_ = true;
  }
  awake_.notify_all();
}

void Worker::request_stop() { thread_.request_stop(); }

void Worker::join() {
  if (thread_.joinable()) thread_.join();
}

Worker::View Worker::view() {
  MutexLock lock(mutex_);
  tracker_.age(clock_.steady());
  return {tracker_.state(), tracker_.errors()};
}

std::optional<SteadyTime> Worker::expires_at() {
  MutexLock lock(mutex_);
  return tracker_.expires_at();
}

void Worker::run(std::stop_token stop) {
  while (!stop.stop_requested()) {
    const SteadyTime started = clock_.steady();
    const auto wait = try_once(stop);
    if (stop.stop_requested()) return;
    changed_();
    sleep(stop, wait, started);
  }
}

std::chrono::milliseconds Worker::try_once(std::stop_token stop) {
  const SteadyTime started = clock_.steady();
  auto result = source_->collect(started + options_.call_deadline, std::move(stop));
  const SteadyTime ended = clock_.steady();
  SourceState state;
  bool was_up = false;
  std::chrono::milliseconds wait{};
  {
    MutexLock lock(mutex_);
    was_up = tracker_.state().health == SourceHealth::up;
    if (result) {
      tracker_.succeeded(std::move(*result), ended - started, ended, clock_.wall());
    } else {
      tracker_.failed(std::move(result.error()), ended - started);
    }
    state = tracker_.state();
    wait = tracker_.next_wait();
  }
  report(state, was_up);
  return wait;
}

void Worker::report(const SourceState& state, bool was_up) {
  if (state.last_error && state.health == SourceHealth::down) {
    log_.warn_limited("source/" + state.name + "/" + std::string(to_string(state.last_error->kind)),
                      "source failed",
                      {{"source", state.name},
                       {"kind", std::string(to_string(state.last_error->kind))},
                       {"err", state.last_error->message()},
                       {"remedy", state.last_error->remedy}});
  } else if (state.health == SourceHealth::up && !was_up) {
    log_.info("source is up", {{"source", state.name}});
  }
  if (!state.facts || state.last_error) return;
  for (const Error& skipped : state.facts->skipped) {
    log_.warn_limited("skipped/" + state.name + "/" + skipped.text, "skipped an item",
                      {{"source", state.name}, {"err", skipped.message()}});
  }
}

// Until `wait` is over or somebody wakes us; never less than the smallest gap between two tries. A
// wake-up is held for a moment, for events come in groups.
void Worker::sleep(std::stop_token stop, std::chrono::milliseconds wait,
                   SteadyTime started) PGE_NO_THREAD_SAFETY_ANALYSIS {
  const auto until = std::chrono::steady_clock::now() + wait;
  MutexLock lock(mutex_);
  awake_.wait_until(mutex_, stop, until, [this]() PGE_REQUIRES(mutex_) { return woken_; });
  const bool by_event = woken_;
  if (stop.stop_requested()) return;
  const auto now = std::chrono::steady_clock::now();
  const auto quiet = by_event ? now + options_.coalesce : now;
  const auto earliest = std::max(quiet, started + options_.min_gap);
  awake_.wait_until(mutex_, stop, earliest, [] { return false; });
  woken_ = false;
}

}  // namespace pge
