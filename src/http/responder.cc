// SPDX-License-Identifier: Apache-2.0
#include "http/responder.h"

#include <utility>

namespace pge {

Slots::Ticket Slots::take() const {
  std::size_t taken = taken_->load(std::memory_order_relaxed);
  do {
    if (most_ != 0 && taken >= most_) return nullptr;
  } while (!taken_->compare_exchange_weak(taken, taken + 1, std::memory_order_relaxed));
  return {taken_.get(), [counter = taken_](void*) { counter->fetch_sub(1); }};
}

void PendingAnswer::give(Response response) {
  Slots::Ticket ticket;  // both die outside the lock
  std::function<void()> wake;
  MutexLock lock(mutex_);
  ticket.swap(ticket_);
  if (closed_) return;
  closed_ = true;
  response_ = std::move(response);
  wake.swap(wake_);
  if (wake) wake();  // under the lock: abandon() must not return while somebody is about to post
}

bool PendingAnswer::wanted() const {
  MutexLock lock(mutex_);
  return !closed_;
}

bool PendingAnswer::wait(std::function<void()> wake) {
  MutexLock lock(mutex_);
  if (closed_) return false;
  wake_ = std::move(wake);
  return true;
}

std::optional<Response> PendingAnswer::take() {
  MutexLock lock(mutex_);
  return std::exchange(response_, std::nullopt);
}

void PendingAnswer::abandon() {
  std::function<void()> wake;
  MutexLock lock(mutex_);
  closed_ = true;
  wake.swap(wake_);
}

Responder::Responder(std::shared_ptr<PendingAnswer> answer)
    : answer_(answer.get(), [answer](PendingAnswer* last) {
        if (!last->wanted()) return;
        last->give(text_response(500, "the request was dropped without an answer"));
      }) {}

void Responder::send(Response response) const { answer_->give(std::move(response)); }

bool Responder::wanted() const { return answer_->wanted(); }

}  // namespace pge
