// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "schemes/scheme.h"

namespace pge::schemes {

// Everything that one pod object says about devices.
struct PodReading {
  std::vector<Claim> claims;
  std::vector<Claim> overruled;  // of schemes that spoke after another had placed the same vendor
  std::vector<Error> skipped;
  // Vendors whose kubelet ids mean nothing for this pod. Sorted, each once.
  std::vector<std::string> unreal_vendors;
};

// Asks every scheme in turn. A pod may hold devices of several vendors; for each vendor the first
// scheme that places a device stands, a mere plan (Evidence::planned_annotation) silences nobody.
// DRA and the pod's status (rank 300 and more) speak of single devices: they silence nobody, and
// the status repeats nothing that has been said and no id that an annotation makes unreal.
PodReading read_pod(const PodContext& context);

// Devices that a node object registers, of every scheme; the first that knows an id stands.
Reading<Device> read_node(const NodeView& node);

// Models that its labels name, one for each vendor and MIG profile. What the vendor's own plugin or
// its feature discovery says stands before a scheduler's word.
Reading<NodeModel> read_node_models(const NodeView& node);

}  // namespace pge::schemes
