// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <optional>
#include <string>

namespace pge {

// What a source says to name a device, before it is matched to one. Which of the members mean
// something depends on `kind`; the rest are empty.
struct DeviceKey {
  enum class Kind {
    none,        // no device in it at all: gpu-manager's "tencent.com/vcuda-core-7"
    uuid,        // text: "GPU-…", "MIG-…" or a vendor's own stable id ("MLU-…", "Ascend910-0")
    mig_legacy,  // text: parent "GPU-…", gpu_instance, compute_instance (drivers before R470)
    mig_slot,    // text: card "GPU-…" of a partition known by other means (profile + start)
    minor,       // number: /dev/nvidia<number>; text and gpu_instance where the id is GKE's
                 // "nvidia0/gi3"
    index,       // number: NVML index
    pci,         // text: "0000:19:00.0", four-digit domain, lower case
    platform,    // text: "amdgpu_xcp_30"
    card,        // text: "card1", a DRM card that may be renumbered at boot
    dra,         // text: "<driver>/<pool>/<device>"
    group,       // text: a KAI reservation group, which a reservation pod ties to a device
    opaque,      // text: an id in a form that we do not know, less a replica part like "::3"
  };

  Kind kind = Kind::none;
  std::string text;
  int number = -1;
  int gpu_instance = -1;
  int compute_instance = -1;

  auto operator<=>(const DeviceKey&) const = default;
};

}  // namespace pge
