// SPDX-License-Identifier: Apache-2.0
#include "kube/grpc_engine.h"

#include <grpc/event_engine/event_engine.h>
#include <grpc/support/log.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <thread>
#include <utility>

#include "base/mutex.h"

namespace pge {
namespace {

using grpc_event_engine::experimental::EndpointConfig;
using grpc_event_engine::experimental::EventEngine;
using grpc_event_engine::experimental::MemoryAllocator;
using grpc_event_engine::experimental::MemoryAllocatorFactory;

using Task = absl::AnyInvocable<void()>;
using Instant = std::chrono::steady_clock::time_point;

// Timers and deferred work in order of their time. The network parts of the interface are not used
// by gRPC 1.51 (it polls sockets in the thread that waits for a call).
class OneThreadEngine final : public EventEngine {
 public:
  ~OneThreadEngine() override {
    // The last owner may be a task of ours.
    if (IsWorkerThread()) {
      thread_.request_stop();
      thread_.detach();
    }
  }

  bool IsWorkerThread() override {
    MutexLock lock(state_->mutex);
    return thread_.get_id() == std::this_thread::get_id();
  }

  void Run(Closure* closure) override { RunAfter(Duration::zero(), closure); }
  void Run(Task task) override { RunAfter(Duration::zero(), std::move(task)); }
  TaskHandle RunAfter(Duration when, Closure* closure) override {
    return RunAfter(when, [closure] { closure->Run(); });
  }

  TaskHandle RunAfter(Duration when, Task task) override {
    MutexLock lock(state_->mutex);
    const std::intptr_t number = ++state_->last_number;
    const Instant due = std::chrono::steady_clock::now() + when;
    state_->tasks.emplace(Key{due, number}, std::move(task));
    if (!thread_.joinable())
      thread_ = std::jthread([state = state_](std::stop_token stop) { work(*state, stop); });
    state_->wake.notify_one();
    return TaskHandle{{number, due.time_since_epoch().count()}};
  }

  bool Cancel(TaskHandle handle) override {
    const Key key{Instant(Instant::duration(handle.keys[1])), handle.keys[0]};
    Task cancelled;
    MutexLock lock(state_->mutex);
    const auto it = state_->tasks.find(key);
    if (it == state_->tasks.end()) return false;
    cancelled = std::move(it->second);
    state_->tasks.erase(it);
    return true;
  }

  std::unique_ptr<DNSResolver> GetDNSResolver(const DNSResolver::ResolverOptions&) override {
    return nullptr;
  }
  absl::StatusOr<std::unique_ptr<Listener>> CreateListener(
      Listener::AcceptCallback, absl::AnyInvocable<void(absl::Status)>, const EndpointConfig&,
      std::unique_ptr<MemoryAllocatorFactory>) override {
    return absl::UnimplementedError("no listeners");
  }
  ConnectionHandle Connect(OnConnectCallback on_connect, const ResolvedAddress&,
                           const EndpointConfig&, MemoryAllocator, Duration) override {
    Run([callback = std::move(on_connect)]() mutable {
      callback(absl::UnimplementedError("no connections"));
    });
    return ConnectionHandle{{0, 0}};
  }
  bool CancelConnect(ConnectionHandle) override { return false; }

 private:
  using Key = std::pair<Instant, std::intptr_t>;

  struct State {
    Mutex mutex;
    ConditionVariable wake;
    std::map<Key, Task> tasks PGE_GUARDED_BY(mutex);
    std::intptr_t last_number PGE_GUARDED_BY(mutex) = 0;
  };

  // The condition variable takes the lock apart and together again, which the analysis cannot see.
  static void work(State& state, const std::stop_token& stop) PGE_NO_THREAD_SAFETY_ANALYSIS {
    std::unique_lock lock(state.mutex);
    while (!stop.stop_requested()) {
      if (state.tasks.empty()) {
        state.wake.wait(lock, stop,
                        [&]() PGE_REQUIRES(state.mutex) { return !state.tasks.empty(); });
        continue;
      }
      const Key first = state.tasks.begin()->first;
      if (first.first > std::chrono::steady_clock::now()) {
        state.wake.wait_until(lock, stop, first.first, [&]() PGE_REQUIRES(state.mutex) {
          return state.tasks.empty() || state.tasks.begin()->first != first;
        });
        continue;
      }
      Task task = std::move(state.tasks.begin()->second);
      state.tasks.erase(state.tasks.begin());
      lock.unlock();
      task();
      task = nullptr;
      lock.lock();
    }
  }

  std::shared_ptr<State> state_ = std::make_shared<State>();
  std::jthread thread_;
};

}  // namespace

void use_small_grpc_engine() {
  if (std::getenv("GRPC_VERBOSITY") == nullptr)
    gpr_set_log_verbosity(static_cast<gpr_log_severity>(GPR_LOG_SEVERITY_ERROR + 1));
  grpc_event_engine::experimental::SetEventEngineFactory(
      [] { return std::make_unique<OneThreadEngine>(); });
}

}  // namespace pge
