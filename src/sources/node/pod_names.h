// SPDX-License-Identifier: Apache-2.0
//
// Names that the kubelet and the runtime give to files of pods: enough to tie uid, namespace, name,
// container and container id together without asking anybody.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/ids.h"

namespace pge {

// "<namespace>_<name>_<uid>" below /var/log/pods. Names of objects have no underscore. A static
// pod's uid has 32 hex digits without dashes.
std::optional<PodRef> pod_of_log_directory(std::string_view name);

struct ContainerLog {
  std::string ns;
  std::string pod;
  std::string container;
  std::string id;  // 64 hex digits

  bool operator==(const ContainerLog&) const = default;
};

// "<pod>_<namespace>_<container>-<container id>.log" in /var/log/containers.
std::optional<ContainerLog> container_of_log(std::string_view name);

// The directory of the pod out of what such a link says:
// "/var/log/pods/<namespace>_<name>_<uid>/<container>/<restart>.log".
std::optional<PodRef> pod_of_log_link(std::string_view target);

// "8-4-4-4-12" or 32 hex digits.
bool is_pod_uid(std::string_view text);

}  // namespace pge
