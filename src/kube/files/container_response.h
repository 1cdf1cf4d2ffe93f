// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/pod_view.h"

namespace pge {

// What a device plugin had done to a container to give it its devices. All bytes are the plugin's.
struct ContainerResponse {
  TextMap envs;
  TextMap annotations;                    // of the container, at the runtime
  std::vector<std::string> device_nodes;  // on the host: "/dev/nvidia0"
  std::vector<std::string> mounts;        // in the container
  std::vector<std::string> cdi_names;     // "k8s.device-plugin.nvidia.com/gpu=GPU-…"

  std::size_t items() const {
    return envs.size() + annotations.size() + device_nodes.size() + mounts.size() +
           cdi_names.size();
  }
  bool operator==(const ContainerResponse&) const = default;
};

// An encoded ContainerAllocateResponse (deviceplugin v1beta1) of at most 128 KiB and 4096 items;
// nothing for anything else. Unknown fields are skipped.
std::optional<ContainerResponse> decode_container_response(std::string_view bytes);

}  // namespace pge
