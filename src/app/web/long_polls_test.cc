// SPDX-License-Identifier: Apache-2.0
#include "app/web/long_polls.h"

#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <mutex>

namespace pge {
namespace {

using namespace std::chrono_literals;

// One client, and what it got.
class Client {
 public:
  Responder responder() { return Responder(answer_); }
  std::optional<int> status(std::chrono::seconds most = 10s) {
    std::mutex mutex;
    std::condition_variable woken;
    bool given = false;
    const bool waits = answer_->wait([&] {
      const std::lock_guard lock(mutex);
      given = true;
      woken.notify_all();
    });
    if (waits) {
      std::unique_lock lock(mutex);
      if (!woken.wait_for(lock, most, [&] { return given; })) return std::nullopt;
    }
    const auto response = answer_->take();
    return response ? std::optional(response->status) : std::nullopt;
  }
  void leave() { answer_->abandon(); }

 private:
  std::shared_ptr<PendingAnswer> answer_ = std::make_shared<PendingAnswer>(std::make_shared<int>());
};

LongPolls::Ask when(const std::atomic<bool>& ready) {
  return [&ready](bool time_is_up) -> std::optional<Response> {
    if (ready) return text_response(200, "new");
    if (time_is_up) return text_response(304, "");
    return std::nullopt;
  };
}

SteadyTime in(Duration time) { return std::chrono::steady_clock::now() + time; }

TEST(LongPolls, AChangeIsToldToThoseWhomItConcerns) {
  std::atomic<bool> ready = false;
  std::atomic<bool> never = false;
  LongPolls polls;
  Client one, other;
  polls.wait(one.responder(), in(1h), when(ready));
  polls.wait(other.responder(), in(1h), when(never));
  ready = true;
  polls.changed();
  EXPECT_EQ(one.status(), 200);
  polls.stop();
  EXPECT_EQ(other.status(), 304) << "an end answers everybody";
}

TEST(LongPolls, WhatCameBeforeTheWaitIsNotMissed) {
  const std::atomic<bool> ready = true;
  LongPolls polls;
  Client client;
  polls.wait(client.responder(), in(1h), when(ready));
  EXPECT_EQ(client.status(), 200);
}

TEST(LongPolls, TimeEndsAWait) {
  const std::atomic<bool> never = false;
  LongPolls polls;
  Client client;
  polls.wait(client.responder(), in(50ms), when(never));
  EXPECT_EQ(client.status(), 304);
}

TEST(LongPolls, NobodyIsAskedForAClientThatHasLeft) {
  std::atomic<int> asked = 0;
  LongPolls polls;
  Client gone, there;
  gone.leave();
  polls.wait(gone.responder(), in(1h), [&](bool) -> std::optional<Response> {
    ++asked;
    return std::nullopt;
  });
  const std::atomic<bool> ready = true;
  polls.wait(there.responder(), in(1h), when(ready));
  EXPECT_EQ(there.status(), 200);
  EXPECT_EQ(asked, 0);
}

}  // namespace
}  // namespace pge
