// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>

#include "base/mutex.h"
#include "http/message.h"

namespace pge {

// A bounded number of places; a Ticket holds one for as long as it lives. Any thread.
class Slots {
 public:
  using Ticket = std::shared_ptr<void>;

  explicit Slots(std::size_t most) : most_(most), taken_(std::make_shared<std::atomic_size_t>(0)) {}
  Ticket take() const;  // null if all are taken; most = 0 means no bound
  std::size_t taken() const { return taken_->load(std::memory_order_relaxed); }

 private:
  std::size_t most_;
  std::shared_ptr<std::atomic_size_t> taken_;  // outlives the server in tickets
};

// An answer that somebody waits for on the loop and somebody else gives, from any thread. The first
// answer counts. The ticket is given back once the answer is there, not once it is written: a slow
// reader takes no place.
class PendingAnswer {
 public:
  explicit PendingAnswer(Slots::Ticket ticket) : ticket_(std::move(ticket)) {}

  void give(Response response);
  bool wanted() const;

  // For the one who waits. False, without keeping `wake`, if the answer is there already; else
  // `wake` is called once by the thread that gives it, and must only post.
  bool wait(std::function<void()> wake);
  std::optional<Response> take();
  void abandon();  // nobody waits any more

 private:
  mutable Mutex mutex_;
  Slots::Ticket ticket_ PGE_GUARDED_BY(mutex_);
  std::function<void()> wake_ PGE_GUARDED_BY(mutex_);
  std::optional<Response> response_ PGE_GUARDED_BY(mutex_);
  bool closed_ PGE_GUARDED_BY(mutex_) = false;  // answered or abandoned
};

// The right, and the duty, to answer one request: later and from any thread. Copies share it; when
// the last one dies without an answer, the client gets 500.
class Responder {
 public:
  explicit Responder(std::shared_ptr<PendingAnswer> answer);

  void send(Response response) const;  // only the first has an effect
  bool wanted() const;  // false once answered, or the client has gone, or its time is up

 private:
  std::shared_ptr<PendingAnswer> answer_;
};

}  // namespace pge
