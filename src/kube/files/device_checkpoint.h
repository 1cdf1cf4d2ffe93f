// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "kube/files/container_response.h"

namespace pge {

// What the kubelet's device manager remembers of one grant. The bytes are the kubelet's and, in the
// end, users' and plugins'.
struct CheckpointEntry {
  std::string pod_uid;  // 32 hex digits without dashes for a static pod
  std::string container;
  std::string resource;
  std::vector<std::string> ids;               // sorted, each once, never empty
  std::optional<ContainerResponse> response;  // nothing: there is none, or it cannot be read

  bool operator==(const CheckpointEntry&) const = default;
};

struct DeviceCheckpoint {
  std::vector<CheckpointEntry> entries;
  std::vector<Error> skipped;  // entries and parts of entries left out
};

// The kubelet's kubelet_internal_checkpoint in each of its layouts: DeviceIDs by NUMA node
// (Kubernetes 1.20 and later), as a plain list (before), and without the "Data" around it (first
// releases). docs/formats/kubelet-checkpoint.md describes them. The checksum is one over a dump of
// Go values and cannot be verified.
//
// Fails with `malformed` for a torn file, no JSON, or JSON without PodDeviceEntries, with
// `too_large` for more than any node can have. A single bad entry is left out and told.
Result<DeviceCheckpoint> parse_device_checkpoint(std::string_view text);

}  // namespace pge
