// SPDX-License-Identifier: Apache-2.0
#include "collect/collector.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "join/join.h"

namespace pge {

Collector::Collector(const Clock& clock, Logger& log, OnSnapshot on_snapshot, AfterLook after_look)
    : clock_(clock),
      log_(log),
      on_snapshot_(std::move(on_snapshot)),
      after_look_(std::move(after_look)) {}

Collector::~Collector() { stop(); }

void Collector::add(std::unique_ptr<Source> source, Worker::Options options) {
  std::string name(source->name());
  auto worker =
      std::make_unique<Worker>(std::move(source), options, clock_, log_, [this] { note_change(); });
  const auto at = std::lower_bound(names_.begin(), names_.end(), name);
  workers_.insert(workers_.begin() + (at - names_.begin()), std::move(worker));
  names_.insert(at, std::move(name));
}

void Collector::start() {
  started_ = clock_.steady();
  thread_ = std::jthread([this](std::stop_token stop) { run(std::move(stop)); });
  for (auto& worker : workers_) worker->start();
}

void Collector::stop() {
  for (auto& worker : workers_) worker->request_stop();
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
  for (auto& worker : workers_) worker->join();
}

void Collector::wake(std::string_view source) {
  for (std::size_t i = 0; i < names_.size(); ++i) {
    if (names_[i] == source) workers_[i]->wake();
  }
}

SourceStatus Collector::status() {
  SourceStatus status;
  for (auto& worker : workers_) {
    auto view = worker->view();
    status.sources.push_back({std::move(view.state), std::move(view.errors)});
  }
  return status;
}

void Collector::note_change() {
  {
    MutexLock lock(mutex_);
    dirty_ = true;
  }
  changed_.notify_all();
}

void Collector::run(std::stop_token stop) PGE_NO_THREAD_SAFETY_ANALYSIS {
  while (!stop.stop_requested()) {
    {
      const auto expiry = next_expiry();
      MutexLock lock(mutex_);
      const auto is_dirty = [this]() PGE_REQUIRES(mutex_) { return dirty_; };
      if (expiry) {
        changed_.wait_until(mutex_, stop, *expiry, is_dirty);
      } else {
        changed_.wait(mutex_, stop, is_dirty);
      }
      dirty_ = false;
    }
    if (stop.stop_requested()) return;
    join_once();
    if (after_look_) after_look_();
  }
}

std::optional<SteadyTime> Collector::next_expiry() {
  std::optional<SteadyTime> first;
  // Somebody may hang: then the first look must not wait for the next event.
  if (!last_ && clock_.steady() < started_ + kFirstWait) first = started_ + kFirstWait;
  for (auto& worker : workers_) {
    const auto when = worker->expires_at();
    if (when && (!first || *when < *first)) first = when;
  }
  return first;
}

bool Collector::worth_showing(const std::vector<SourceState>& states) const {
  if (last_) return true;
  const auto answered = [](const SourceState& state) {
    return state.health != SourceHealth::starting;
  };
  if (clock_.steady() < started_ + kFirstWait) return std::ranges::all_of(states, answered);
  return std::ranges::any_of(states, answered);
}

void Collector::join_once() {
  std::vector<SourceState> states;
  states.reserve(workers_.size());
  for (auto& worker : workers_) states.push_back(worker->view().state);
  if (!worth_showing(states)) return;
  auto next = next_snapshot(last_, join(states));
  if (next == last_) return;
  last_ = next;
  on_snapshot_(std::move(next));
}

}  // namespace pge
