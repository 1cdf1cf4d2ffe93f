// SPDX-License-Identifier: Apache-2.0
#include "sources/demo/demo_source.h"

#include <algorithm>
#include <utility>

#include "sources/demo/demo_facts.h"
#include "sources/demo/moments.h"

namespace pge::demo {

DemoSource::DemoSource(const Options& options, const Clock& clock, Beginning began)
    : clock_(clock), began_(began), simulation_(options) {}

Result<Facts> DemoSource::collect(SteadyTime /*deadline*/, std::stop_token /*stop*/) {
  simulation_.advance(clock_.steady() - began_.steady);
  return facts_of(simulation_, began_.wall);
}

DemoDriverSource::DemoDriverSource(const Options& options, const Clock& clock, Beginning began)
    : clock_(clock),
      began_(began),
      devices_(make_cluster(options.size, Dice(options.seed)).devices) {}

Result<Facts> DemoDriverSource::collect(SteadyTime /*deadline*/, std::stop_token /*stop*/) {
  if ((clock_.steady() - began_.steady) % kRound >= kRound - kSilence) {
    return fail(ErrorKind::unavailable, "the simulated driver does not answer for a while", {},
                "nothing to do: the demo shows what a failing source looks like");
  }
  Facts facts;
  facts.devices = devices_;
  return facts;
}

DemoPulse::DemoPulse(const Options& options, Beginning began, const Clock& clock,
                     std::function<void()> changed)
    : options_(options), began_(began), clock_(clock), changed_(std::move(changed)) {
  if (options_.churn > 0)
    thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

void DemoPulse::run(const std::stop_token& stop) {
  const Moments moments(options_.seed, options_.churn);
  while (!stop.stop_requested()) {
    const SteadyTime now = clock_.steady();
    const Duration until_next = began_.steady + moments.next_after(now - began_.steady) - now;
    {
      MutexLock lock(mutex_);
      never_.wait_for(mutex_, stop, std::max<Duration>(until_next, kLeastGap),
                      [] { return false; });
    }
    if (!stop.stop_requested()) changed_();
  }
}

}  // namespace pge::demo
