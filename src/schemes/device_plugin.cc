// SPDX-License-Identifier: Apache-2.0
//
// Device plugins whose ids are real: whole cards, slices, replicas. On the node the kubelet says
// who holds which id; from afar only the pod's own status does, where the cluster fills it in.
#include <array>

#include "schemes/device_status.h"

namespace pge::schemes::device_plugin {
namespace {

constexpr auto kReads =
    std::to_array<std::string_view>({"status.containerStatuses[].allocatedResourcesStatus[]"});

}  // namespace

Scheme describe() {
  return {.name = "device-plugin",
          .summary = "Ids of device plugins in the status of the pod",
          .reads = kReads,
          .rank = 400,
          .claims_of_pod = claims_of_status};
}

}  // namespace pge::schemes::device_plugin
