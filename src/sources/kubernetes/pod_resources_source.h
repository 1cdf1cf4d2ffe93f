// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "kube/podresources_client.h"
#include "sources/kubernetes/grants.h"
#include "sources/kubernetes/settle.h"
#include "sources/source.h"

namespace pge {

// Source "podresources": what the kubelet of this node says each container holds, which ids are
// held and which it could hand out. Claims carry no pod uid (the API has none) and
// Evidence::kubelet_id.
class PodResourcesSource final : public Source {
 public:
  struct Options {
    std::string node;
    std::string socket_path;
    GpuTest gpus{};
    Duration call_timeout = std::chrono::seconds(5);  // of each of the two calls
    // For how long what a restarted kubelet leaves out, or a second call that fails, is covered by
    // what was known before.
    Duration longest_kept = std::chrono::minutes(2);
  };

  // `clock` outlives the source.
  PodResourcesSource(Options options, const Clock& clock);

  std::string_view name() const override { return "podresources"; }

  // Fails where List fails. Where only the second call does, the ids last known stand in for a
  // while, and the failure is among the skipped items; `allocatable` is not there where the kubelet
  // cannot say.
  Result<Facts> collect(SteadyTime deadline, std::stop_token stop) override;

 private:
  Duration time_left(SteadyTime deadline) const;
  std::optional<std::vector<AllocatableResource>> allocatable(SteadyTime deadline,
                                                              const std::stop_token& stop,
                                                              std::vector<Error>& skipped);

  Options options_;
  const Clock& clock_;
  PodResourcesClient client_;
  Settle settle_;
  SteadyTime allocatable_known_{};
};

}  // namespace pge
