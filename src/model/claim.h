// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "model/device_key.h"
#include "model/ids.h"

namespace pge {

// How strong a source's word is, weakest first. Within one pod, vendor and resource the strongest
// claim wins; `process` never assigns.
enum class Evidence {
  process,
  status,               // allocatedResourcesStatus in the pod object
  planned_annotation,   // a scheduler's plan, not yet carried out
  kubelet_id,           // id that the kubelet picked, for schemes whose ids are real
  dra_status,           // allocation result of a ResourceClaim
  realised_annotation,  // written after the device was given
  given,  // what the container really received (AllocResp, a plugin's checkpoint, CRI)
};

// One statement "this container holds (part of) this device".
struct Claim {
  std::string node;
  PodRef pod;
  std::string container;  // empty: the pod as a whole
  std::string resource;   // extended resource, or the device class of a DRA request
  std::string scheme;     // value of the label `scheme`
  std::string vendor;     // "nvidia", "amd", "intel", "ascend", …; empty when unknown
  DeviceKey device;
  std::string raw_id;          // as the source spelled it, replica part included
  std::uint32_t replicas = 0;  // replica ids of a shared device; 0 = the id has no replica part
  std::optional<double> compute_ratio;        // 0–1 of the device (or MIG slice)
  std::optional<std::uint64_t> memory_bytes;  // device memory granted
  Evidence evidence = Evidence::kubelet_id;

  bool operator==(const Claim&) const = default;
};

}  // namespace pge
