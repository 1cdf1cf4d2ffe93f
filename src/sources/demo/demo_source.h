// SPDX-License-Identifier: Apache-2.0
//
// The simulated cluster as sources. They read nothing of this machine.
#pragma once

#include <functional>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "base/mutex.h"
#include "sources/demo/simulation.h"
#include "sources/source.h"

namespace pge::demo {

// When a demo began, for all its parts.
struct Beginning {
  SteadyTime steady;
  WallTime wall;
};

// Source "demo": who holds what.
class DemoSource final : public Source {
 public:
  // `clock` outlives the source.
  DemoSource(const Options& options, const Clock& clock, Beginning began);

  std::string_view name() const override { return "demo"; }
  Result<Facts> collect(SteadyTime deadline, std::stop_token stop) override;

 private:
  const Clock& clock_;
  const Beginning began_;
  Simulation simulation_;
};

// Source "demo-driver": which cards there are. Answers at first, then falls silent for kSilence in
// each kRound, so that dashboards and alerts for failing sources have something to show. What it
// said last stays served meanwhile, as with every source.
class DemoDriverSource final : public Source {
 public:
  static constexpr std::chrono::seconds kRound{180};
  static constexpr std::chrono::seconds kSilence{20};  // at the end of the round

  DemoDriverSource(const Options& options, const Clock& clock, Beginning began);

  std::string_view name() const override { return "demo-driver"; }
  Result<Facts> collect(SteadyTime deadline, std::stop_token stop) override;

 private:
  const Clock& clock_;
  const Beginning began_;
  const std::vector<Device> devices_;
};

// Calls `changed`, on a thread of its own, when pods of the demo start or end; at most every
// kLeastGap. Never where the demo has no churn.
class DemoPulse {
 public:
  static constexpr std::chrono::milliseconds kLeastGap{50};

  DemoPulse(const Options& options, Beginning began, const Clock& clock,
            std::function<void()> changed);

 private:
  void run(const std::stop_token& stop);

  const Options options_;
  const Beginning began_;
  const Clock& clock_;
  const std::function<void()> changed_;
  Mutex mutex_;
  ConditionVariable never_;
  std::jthread thread_;  // last: ends before what it uses goes
};

}  // namespace pge::demo
