// SPDX-License-Identifier: Apache-2.0
#include "http/web_config/web_config_watch.h"

#include <utility>

namespace pge {

WebConfigWatch::WebConfigWatch(WebConfig first, Load load, Events events, Duration every)
    : load_(std::move(load)),
      events_(std::move(events)),
      every_(every),
      holds_(std::move(first)),
      thread_([this](const std::stop_token& stop) { run(stop); }) {}

WebConfigWatch::~WebConfigWatch() {
  thread_.request_stop();
  thread_.join();
}

void WebConfigWatch::reload(Done done) {
  {
    MutexLock lock(mutex_);
    asked_.push_back(std::move(done));
  }
  changed_.notify_one();
}

void WebConfigWatch::run(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    std::deque<Done> waiting;
    {
      MutexLock lock(mutex_);
      changed_.wait_for(mutex_, stop, every_,
                        [this]() PGE_REQUIRES(mutex_) { return !asked_.empty(); });
      waiting.swap(asked_);
    }
    if (stop.stop_requested()) return;
    const WebConfigErrors errors = read();
    for (const Done& done : waiting) done(errors);
  }
}

WebConfigErrors WebConfigWatch::read() {
  auto loaded = load_();
  last_successful_ = loaded.has_value();
  if (!loaded) {
    if (failed_ != loaded.error()) {
      failed_ = loaded.error();
      events_.failed(failed_);
    }
    return failed_;
  }
  failed_.clear();
  if (loaded->config != holds_) {
    holds_ = loaded->config;
    events_.changed(std::move(*loaded));
  }
  return {};
}

}  // namespace pge
