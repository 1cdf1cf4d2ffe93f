// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <deque>
#include <expected>
#include <functional>
#include <thread>

#include "base/clock.h"
#include "base/mutex.h"
#include "http/web_config/web_config.h"

namespace pge {

// Reads a web configuration again, on a thread of its own: every kEvery (certificates are renewed
// without anybody telling us) and when asked. What is bad is reported, once until it changes, and
// the old one stays.
class WebConfigWatch {
 public:
  static constexpr std::chrono::seconds kEvery{2};

  using Load = std::function<std::expected<LoadedWebConfig, WebConfigErrors>()>;
  struct Events {  // called on the watch's thread
    std::function<void(LoadedWebConfig next)> changed;
    std::function<void(const WebConfigErrors& errors)> failed;
  };
  using Done = std::function<void(const WebConfigErrors& errors)>;  // empty: what is read holds

  // `first`: what holds now.
  WebConfigWatch(WebConfig first, Load load, Events events, Duration every = kEvery);
  ~WebConfigWatch();  // no call comes after it; who still waits is dropped

  void reload(Done done);  // soon; any thread
  bool last_successful() const { return last_successful_; }

 private:
  void run(const std::stop_token& stop);
  WebConfigErrors read();

  const Load load_;
  const Events events_;
  const Duration every_;
  WebConfig holds_;         // the watch's thread only
  WebConfigErrors failed_;  // the same
  std::atomic_bool last_successful_ = true;
  Mutex mutex_;
  ConditionVariable changed_;
  std::deque<Done> asked_ PGE_GUARDED_BY(mutex_);
  std::jthread thread_;
};

}  // namespace pge
