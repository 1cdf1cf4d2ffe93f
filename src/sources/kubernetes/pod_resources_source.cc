// SPDX-License-Identifier: Apache-2.0
#include "sources/kubernetes/pod_resources_source.h"

#include <algorithm>
#include <utility>

#include "sources/kubernetes/pod_resources_facts.h"

namespace pge {
namespace {

// A kubelet that turns a call away is running.
bool restart_explains(ErrorKind kind) {
  return kind != ErrorKind::rate_limited && kind != ErrorKind::too_large &&
         kind != ErrorKind::unsupported;
}

}  // namespace

PodResourcesSource::PodResourcesSource(Options options, const Clock& clock)
    : options_(std::move(options)),
      clock_(clock),
      client_({.socket_path = options_.socket_path}),
      settle_({.time = std::min<Duration>(Settle::Options{}.time, options_.longest_kept),
               .longest = options_.longest_kept}) {}

Duration PodResourcesSource::time_left(SteadyTime deadline) const {
  return std::clamp<Duration>(deadline - clock_.steady(), Duration::zero(), options_.call_timeout);
}

std::optional<std::vector<AllocatableResource>> PodResourcesSource::allocatable(
    SteadyTime deadline, const std::stop_token& stop, std::vector<Error>& skipped) {
  Result<std::vector<ResourceDevices>> devices = client_.allocatable(time_left(deadline), stop);
  if (devices) {
    allocatable_known_ = clock_.steady();
    SkippedItems items(skipped);
    return allocatable_of(std::move(*devices), options_.node, options_.gpus, items);
  }
  if (devices.error().kind == ErrorKind::unsupported) return std::nullopt;
  skipped.push_back(std::move(devices.error()));
  if (clock_.steady() - allocatable_known_ > options_.longest_kept) return std::nullopt;
  return settle_.believed().allocatable;
}

Result<Facts> PodResourcesSource::collect(SteadyTime deadline, std::stop_token stop) {
  Result<std::vector<ListedPod>> pods = client_.list(time_left(deadline), stop);
  if (!pods) {
    if (restart_explains(pods.error().kind)) settle_.failed();
    return std::unexpected(std::move(pods.error()));
  }
  std::vector<Error> skipped;
  KubeletAnswer answer;
  {
    SkippedItems items(skipped);
    answer.pods = grants_of(std::move(*pods), options_.gpus, items);
  }
  answer.allocatable = allocatable(deadline, stop, skipped);
  const KubeletAnswer& believed =
      settle_.believe(std::move(answer), client_.incarnation(), clock_.steady());
  Facts facts = facts_of(believed, options_.node);
  facts.skipped = std::move(skipped);
  return facts;
}

}  // namespace pge
