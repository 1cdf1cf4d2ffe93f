// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/ids.h"
#include "model/pod_view.h"

namespace pge {

// Who a pod is, as far as one source knows: ties uid, name, containers and container ids together.
// Says nothing about devices.
struct PodInfo {
  struct Container {
    std::string name;
    std::vector<std::string> ids;  // 64 hex digits as a rule, without "containerd://"; each once

    bool operator==(const Container&) const = default;
  };

  std::string node;
  PodRef pod;  // the uid always; namespace and name empty where the source knows only the uid
  // Of a static pod: 32 hex digits, under which the kubelet's own files (checkpoint, cgroups, log
  // directories) know it. `pod.uid` is the same there, and the mirror pod's at the API server.
  std::string config_hash;
  PodPhase phase = PodPhase::unknown;
  bool present = false;  // the kubelet still keeps the pod, running or not; false: cannot say
  bool deleting = false;
  // Unix time: the start as the kubelet gives it, else when the pod's directory was made.
  std::optional<double> start_seconds;
  std::vector<Container> containers;  // init containers too; by name
  // Vendors whose kubelet ids mean nothing for this pod, because of a scheme's annotations on it.
  std::vector<std::string> unreal_vendors;

  bool operator==(const PodInfo&) const = default;
};

}  // namespace pge
