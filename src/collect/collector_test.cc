// SPDX-License-Identifier: Apache-2.0
#include "collect/collector.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <mutex>

namespace pge {
namespace {

using namespace std::chrono_literals;

// A source whose answers the test sets, and which counts how often it was asked.
class ScriptedSource final : public Source {
 public:
  struct Script {
    std::mutex mutex;
    std::condition_variable called;
    Result<Facts> answer = Facts{};
    int calls = 0;
    bool hang = false;  // until stop or deadline

    void set(Result<Facts> next) {
      const std::lock_guard lock(mutex);
      answer = std::move(next);
    }
    bool wait_for_calls(int count) {
      std::unique_lock lock(mutex);
      return called.wait_for(lock, 10s, [&] { return calls >= count; });
    }
  };

  explicit ScriptedSource(std::shared_ptr<Script> script, std::string name = "scripted")
      : script_(std::move(script)), name_(std::move(name)) {}
  std::string_view name() const override { return name_; }
  Result<Facts> collect(SteadyTime deadline, std::stop_token stop) override {
    std::unique_lock lock(script_->mutex);
    ++script_->calls;
    script_->called.notify_all();
    std::condition_variable_any never;
    if (script_->hang) never.wait_until(lock, stop, deadline, [] { return false; });
    return script_->answer;
  }

 private:
  std::shared_ptr<Script> script_;
  std::string name_;
};

Facts holding(std::string pod) {
  Facts facts;
  Claim claim;
  claim.node = "n";
  claim.pod = {"default", std::move(pod), ""};
  claim.container = "c";
  claim.device = {DeviceKey::Kind::uuid, "GPU-1", -1, -1, -1};
  facts.claims = {claim};
  return facts;
}

class CollectorTest : public testing::Test {
 protected:
  void start(Worker::Options options) {
    collector_.add(std::make_unique<ScriptedSource>(script_), options);
    collector_.start();
  }

  void note(std::shared_ptr<const Snapshot> snapshot) {
    const std::lock_guard lock(mutex_);
    newest_ = std::move(snapshot);
    published_.notify_all();
  }

  std::shared_ptr<const Snapshot> wait_for_generation(std::uint64_t generation) {
    std::unique_lock lock(mutex_);
    published_.wait_for(lock, 10s, [&] { return newest_ && newest_->generation >= generation; });
    return newest_;
  }

  static Worker::Options slow() {
    Worker::Options options;
    options.tracker.interval = 1h;
    options.min_gap = 1ms;
    options.coalesce = 1ms;
    return options;
  }

  std::shared_ptr<ScriptedSource::Script> script_ = std::make_shared<ScriptedSource::Script>();
  std::mutex mutex_;
  std::condition_variable published_;
  std::shared_ptr<const Snapshot> newest_;
  SystemClock clock_;
  Logger log_{LogLevel::error, LogFormat::logfmt, [](void*, std::string_view) {}, nullptr};
  Collector collector_{clock_, log_, [this](auto snapshot) { note(std::move(snapshot)); }};
};

TEST_F(CollectorTest, PublishesTheFirstAnswer) {
  script_->set(holding("a"));
  start(slow());
  const auto snapshot = wait_for_generation(1);
  ASSERT_TRUE(snapshot);
  ASSERT_EQ(snapshot->nodes.size(), 1U);
  EXPECT_EQ(snapshot->nodes[0]->allocations.at(0).pod, "a");
}

TEST_F(CollectorTest, AWakeUpPicksUpAChangeLongBeforeTheInterval) {
  script_->set(holding("a"));
  start(slow());
  ASSERT_TRUE(wait_for_generation(1));
  script_->set(holding("b"));
  collector_.wake("scripted");
  const auto snapshot = wait_for_generation(2);
  EXPECT_EQ(snapshot->generation, 2U);
  EXPECT_EQ(snapshot->nodes.at(0)->allocations.at(0).pod, "b");
}

TEST_F(CollectorTest, AnEqualAnswerMakesNoGeneration) {
  script_->set(holding("a"));
  start(slow());
  ASSERT_TRUE(wait_for_generation(1));
  collector_.wake("scripted");
  ASSERT_TRUE(script_->wait_for_calls(2));
  script_->set(holding("b"));
  collector_.wake("scripted");
  EXPECT_EQ(wait_for_generation(2)->generation, 2U);
}

TEST_F(CollectorTest, AFailureKeepsTheLastGoodFactsAndExpiryTakesThemAway) {
  auto options = slow();
  options.tracker.interval = 10ms;
  options.tracker.staleness_limit = 300ms;
  script_->set(holding("a"));
  start(options);
  ASSERT_TRUE(wait_for_generation(1));
  script_->set(fail(ErrorKind::unavailable, "gone"));
  const auto snapshot = wait_for_generation(2);
  EXPECT_TRUE(snapshot->nodes.empty());
  const auto status = collector_.status();
  ASSERT_EQ(status.sources.size(), 1U);
  EXPECT_EQ(status.sources[0].state.health, SourceHealth::down);
  EXPECT_TRUE(status.sources[0].state.expired);
  EXPECT_GE(status.sources[0].errors.at(ErrorKind::unavailable), 1U);
}

TEST_F(CollectorTest, WakeUpsAreCoalesced) {
  auto options = slow();
  options.min_gap = 50ms;
  start(options);
  ASSERT_TRUE(script_->wait_for_calls(1));
  for (int i = 0; i < 1000; ++i) collector_.wake("scripted");
  ASSERT_TRUE(script_->wait_for_calls(2));
  const std::lock_guard lock(script_->mutex);
  EXPECT_LE(script_->calls, 3);
}

TEST_F(CollectorTest, StopsWhileASourceHangs) {
  script_->hang = true;
  auto options = slow();
  options.call_deadline = 1h;
  start(options);
  ASSERT_TRUE(script_->wait_for_calls(1));
  auto stopped = std::async(std::launch::async, [&] { collector_.stop(); });
  EXPECT_EQ(stopped.wait_for(10s), std::future_status::ready);
}

TEST_F(CollectorTest, TheFirstSnapshotWaitsForEverySource) {
  auto inventory = std::make_shared<ScriptedSource::Script>();
  Facts facts;
  Device device;
  device.node = "n";
  device.id = "GPU-1";
  device.model = "Tesla T4";
  facts.devices = {device};
  inventory->set(facts);
  inventory->hang = true;
  auto patient = slow();
  patient.call_deadline = 200ms;
  collector_.add(std::make_unique<ScriptedSource>(inventory, "inventory"), patient);
  script_->set(holding("a"));
  start(slow());
  const auto snapshot = wait_for_generation(1);
  ASSERT_TRUE(snapshot);
  EXPECT_EQ(snapshot->generation, 1U);
  EXPECT_EQ(snapshot->nodes.at(0)->allocations.at(0).model, "Tesla T4");
}

TEST_F(CollectorTest, ASourceThatHangsDoesNotHoldTheOthersBack) {
  auto hanging = std::make_shared<ScriptedSource::Script>();
  hanging->hang = true;
  auto options = slow();
  options.call_deadline = 1h;
  collector_.add(std::make_unique<ScriptedSource>(hanging, "hanging"), options);
  script_->set(holding("a"));
  start(slow());
  const auto snapshot = wait_for_generation(1);
  ASSERT_TRUE(snapshot);
  EXPECT_EQ(snapshot->nodes.size(), 1U);
}

TEST_F(CollectorTest, AnAbsentSourceStillGivesAnEmptySnapshot) {
  script_->set(fail(ErrorKind::absent, "no socket"));
  start(slow());
  const auto snapshot = wait_for_generation(1);
  ASSERT_TRUE(snapshot);
  EXPECT_TRUE(snapshot->nodes.empty());
  EXPECT_EQ(collector_.status().sources[0].state.health, SourceHealth::absent);
}

TEST(CollectorLooks, AreToldWhetherAnythingChangedOrNot) {
  const SystemClock clock;
  Logger log(LogLevel::error, LogFormat::logfmt);
  std::atomic<int> snapshots = 0;
  std::atomic<int> looks = 0;
  std::promise<void> enough;
  Collector collector(
      clock, log, [&](std::shared_ptr<const Snapshot>) { ++snapshots; },
      [&] {
        if (++looks == 3) enough.set_value();
      });
  Worker::Options options;
  options.tracker.interval = 10ms;
  options.min_gap = 1ms;
  collector.add(std::make_unique<ScriptedSource>(std::make_shared<ScriptedSource::Script>()),
                options);
  collector.start();
  EXPECT_EQ(enough.get_future().wait_for(10s), std::future_status::ready);
  collector.stop();
  EXPECT_EQ(snapshots, 1) << "nothing changed after the first";
}

}  // namespace
}  // namespace pge
