// SPDX-License-Identifier: Apache-2.0
#include "app/web/long_polls.h"

#include <algorithm>
#include <utility>

#include "http/message.h"

namespace pge {

namespace {

// How soon a client that has gone away is noticed, and its place given back.
constexpr std::chrono::seconds kLookEvery{1};

}  // namespace

LongPolls::LongPolls() : thread_([this](const std::stop_token& stop) { run(stop); }) {}

LongPolls::~LongPolls() { stop(); }

void LongPolls::wait(Responder responder, SteadyTime until, Ask ask) {
  {
    MutexLock lock(mutex_);
    waiting_.push_back({std::move(responder), until, std::move(ask)});
    // What it waits for may have come since it asked.
    changed_ = true;
  }
  woken_.notify_all();
}

void LongPolls::changed() {
  {
    MutexLock lock(mutex_);
    changed_ = true;
  }
  woken_.notify_all();
}

void LongPolls::stop() {
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
}

void LongPolls::run(const std::stop_token& stop) PGE_NO_THREAD_SAFETY_ANALYSIS {
  while (true) {
    std::list<Waiting> waiting;
    {
      MutexLock lock(mutex_);
      const auto is_changed = [this]() PGE_REQUIRES(mutex_) { return changed_; };
      auto next = SteadyTime::max();
      for (const Waiting& client : waiting_) next = std::min(next, client.until);
      if (waiting_.empty()) {
        woken_.wait(mutex_, stop, is_changed);
      } else {
        next = std::min(next, std::chrono::steady_clock::now() + kLookEvery);
        woken_.wait_until(mutex_, stop, next, is_changed);
      }
      changed_ = false;
      waiting.swap(waiting_);
    }
    answer(waiting, std::chrono::steady_clock::now(), stop.stop_requested());
    if (stop.stop_requested()) return;
    MutexLock lock(mutex_);
    waiting_.splice(waiting_.begin(), waiting);
  }
}

void LongPolls::answer(std::list<Waiting>& waiting, SteadyTime now, bool stopping) {
  std::erase_if(waiting, [&](const Waiting& client) {
    if (!client.responder.wanted()) return true;
    auto response = client.ask(stopping || now >= client.until);
    if (!response) return false;
    client.responder.send(std::move(*response));
    return true;
  });
}

}  // namespace pge
