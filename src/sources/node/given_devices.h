// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kube/files/container_response.h"
#include "model/device_key.h"

namespace pge {

// A device that a container really received, and the part of it that it may use where that is said.
struct GivenDevice {
  DeviceKey key;
  std::string raw;  // as it was spelled
  std::optional<double> compute_ratio{};
  std::optional<std::uint64_t> memory_bytes{};

  bool operator==(const GivenDevice&) const = default;
};

struct GivenDevices {
  enum class By {
    nothing,  // the response names no device
    name,     // by uuid
    index,    // by NVML index
    node,     // by device node: the minor of a card (of a MIG slice too), or a DRM card
  };
  By by = By::nothing;
  std::vector<GivenDevice> devices;  // each once, in the response's order
  bool hami = false;                 // limits as HAMi sets them, whatever the ids look like
};

// Reads what a device plugin did to a container, the surest word first: NVIDIA_VISIBLE_DEVICES
// (uuids, indexes, CDI names, or the directory under which mounts name them), CDI names,
// gpu-manager's annotation, device nodes. "all", "none" and "void" name nothing; a list with an
// entry that cannot be read is no word at all. docs/formats/kubelet-checkpoint.md has the table.
GivenDevices given_devices(const ContainerResponse& response);

}  // namespace pge
