// SPDX-License-Identifier: Apache-2.0
#include "kube/grpc_engine.h"

#include <grpc/event_engine/event_engine.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <future>
#include <thread>

namespace pge {
namespace {

using grpc_event_engine::experimental::CreateEventEngine;
using grpc_event_engine::experimental::EventEngine;
using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::seconds;

std::size_t threads() {
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  return static_cast<std::size_t>(std::distance(begin(tasks), end(tasks)));
}

class GrpcEngineTest : public ::testing::Test {
 protected:
  GrpcEngineTest() {
    use_small_grpc_engine();
    engine_ = CreateEventEngine();
  }
  std::unique_ptr<EventEngine> engine_;
};

TEST_F(GrpcEngineTest, StartsItsOneThreadOnFirstNeed) {
  std::jthread([] {}).join();  // ThreadSanitizer starts a thread of its own with the first of ours
  const std::size_t before = threads();
  engine_.reset();
  engine_ = CreateEventEngine();
  EXPECT_EQ(threads(), before);
  std::promise<bool> on_worker;
  for (int i = 0; i < 50; ++i) engine_->Run([] {});
  engine_->Run([&] { on_worker.set_value(engine_->IsWorkerThread()); });
  EXPECT_TRUE(on_worker.get_future().get());
  EXPECT_EQ(threads(), before + 1);
  EXPECT_FALSE(engine_->IsWorkerThread());
}

TEST_F(GrpcEngineTest, RunsInOrderOfTime) {
  std::string order;
  std::promise<void> done;
  std::promise<void> all_there;
  // Holds the worker until the others are in its list.
  engine_->Run([ready = all_there.get_future().share()] { ready.wait(); });
  engine_->RunAfter(milliseconds(3), [&] {
    order += 'c';
    done.set_value();
  });
  engine_->RunAfter(milliseconds(2), [&] { order += 'b'; });
  engine_->RunAfter(milliseconds(1), [&] { order += 'a'; });
  all_there.set_value();
  done.get_future().wait();
  EXPECT_EQ(order, "abc");
}

TEST_F(GrpcEngineTest, AnEarlierTaskOvertakesAWait) {
  engine_->RunAfter(hours(1), [] { FAIL(); });
  std::promise<void> done;
  engine_->RunAfter(milliseconds(1), [&] { done.set_value(); });
  EXPECT_EQ(done.get_future().wait_for(seconds(30)), std::future_status::ready);
}

TEST_F(GrpcEngineTest, CancelsWhatHasNotRun) {
  const EventEngine::TaskHandle handle = engine_->RunAfter(hours(1), [] { FAIL(); });
  EXPECT_TRUE(engine_->Cancel(handle));
  EXPECT_FALSE(engine_->Cancel(handle));
  std::promise<void> done;
  const EventEngine::TaskHandle ran = engine_->RunAfter(milliseconds(0), [&] { done.set_value(); });
  done.get_future().wait();
  EXPECT_FALSE(engine_->Cancel(ran));
}

TEST_F(GrpcEngineTest, EndsWithTasksWaitingAndOnItsOwnThread) {
  engine_->RunAfter(hours(1), [] { FAIL(); });
  engine_.reset();

  std::promise<void> done;
  std::shared_ptr<EventEngine> last = CreateEventEngine();
  EventEngine& engine = *last;
  engine.Run([owner = std::move(last), &done]() mutable {
    owner.reset();  // as gRPC may: the last reference goes inside a task
    done.set_value();
  });
  EXPECT_EQ(done.get_future().wait_for(seconds(30)), std::future_status::ready);
}

struct Once final : EventEngine::Closure {
  void Run() override { done.set_value(); }
  std::promise<void> done;
};

TEST_F(GrpcEngineTest, RunsClosures) {
  Once now;
  Once later;
  engine_->Run(&now);
  engine_->RunAfter(milliseconds(1), &later);
  now.done.get_future().wait();
  later.done.get_future().wait();
}

}  // namespace
}  // namespace pge
