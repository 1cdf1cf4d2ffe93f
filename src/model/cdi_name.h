// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

namespace pge {

// The name of a device in the container device interface, "<vendor>/<class>=<device>":
//   nvidia.com/gpu=0                              index, "0:1" of a MIG slice, or a uuid
//   k8s.device-plugin.nvidia.com/gpu=GPU-…        NVIDIA's device plugin
//   k8s.gpu.nvidia.com/claim=<claim uid>-gpu-0    NVIDIA's DRA driver
//   intel.com/gpu=0000-03-00-0-0x56c0             Intel's DRA driver
// The views point into the parsed text.
struct CdiName {
  std::string_view vendor;        // "k8s.gpu.nvidia.com"
  std::string_view device_class;  // "gpu"
  std::string_view device;        // never empty

  bool operator==(const CdiName&) const = default;
};

std::optional<CdiName> parse_cdi_name(std::string_view text);

// Of a class "claim", the device behind the claim's uid and a dash; else the device as it is.
std::string_view device_of_claim(const CdiName& name);

}  // namespace pge
