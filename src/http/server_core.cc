// SPDX-License-Identifier: Apache-2.0
#include "http/server_core.h"

#include "http/connection.h"

namespace pge {

ServerCore::ServerCore(Loop& loop_of_all, Router routes, const Limits& bounds,
                       std::shared_ptr<const Clock> time, MakeTransport transport,
                       std::shared_ptr<Gate> keeper)
    : loop(loop_of_all),
      context(context_of(loop_of_all)),
      router(std::move(routes)),
      limits(bounds),
      clock(std::move(time)),
      gate(std::move(keeper)),
      registry(limits),
      pages(limits.max_requests),
      streams(limits.max_streams),
      make_transport_(std::move(transport)),
      sweep_timer_(context) {}

void ServerCore::accepted(UniqueFd client, std::string remote) {
  if (stopping) return;
  ++counters.accepted;
  while (registry.occupied() >= limits.max_connections) {
    if (!make_room()) return;  // every place is busy with an answer: the newcomer is dropped
  }
  auto connection = std::make_shared<Connection>(
      shared_from_this(), make_transport_(context, std::move(client)), std::move(remote));
  connection->start();
  counters.open = registry.open();
  sweep_later();
}

bool ServerCore::make_room() {
  if (!registry.evict(now())) return false;
  ++counters.evicted;
  return true;
}

void ServerCore::left() {
  counters.open = registry.open();
  if (!stopping || !registry.empty()) return;
  sweep_timer_.cancel();
  MutexLock lock(mutex_);
  drained_ = true;
  drained_changed_.notify_all();
}

// A tick for all connections instead of a timer for each: none runs while nobody is connected.
void ServerCore::sweep_later() {
  if (sweeping_ || registry.empty()) return;
  sweeping_ = true;
  sweep_timer_.expires_after(
      std::chrono::duration_cast<asio::steady_timer::duration>(limits.sweep_interval));
  sweep_timer_.async_wait([self = shared_from_this()](AsioError error) {
    self->sweeping_ = false;
    if (error) return;
    self->counters.timed_out += self->registry.sweep(self->now());
    self->sweep_later();
  });
}

void ServerCore::begin_stop() {
  stopping = true;
  registry.cut_resting();
  left();
}

void ServerCore::cut_all() { registry.cut_all(); }

bool ServerCore::wait_drained(Duration most) {
  const auto until = std::chrono::steady_clock::now() + most;
  MutexLock lock(mutex_);
  while (!drained_) {
    if (drained_changed_.wait_until(mutex_, until) == std::cv_status::timeout) break;
  }
  return drained_;
}

}  // namespace pge
