// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/device.h"

namespace pge {

// One container and one device that it holds, with everything resolved.
struct Allocation {
  std::string ns;
  std::string pod;
  std::string container;
  std::string device_id;  // `gpu_id` of the seed family, `UUID` of ours
  std::string pod_uid;
  std::string resource;
  std::string scheme;
  std::string model;
  std::uint32_t replicas = 0;  // 0: not a shared device
  std::optional<double> compute_ratio;
  std::optional<std::uint64_t> memory_bytes;
  std::optional<double> start_seconds;  // Unix time

  bool operator==(const Allocation&) const = default;
};

// Schedulable ids of one resource as the kubelet counts them.
struct ResourceCount {
  std::string resource;
  std::optional<std::uint64_t> allocated;
  std::optional<std::uint64_t> free;
  std::optional<std::uint64_t> allocatable;

  bool operator==(const ResourceCount&) const = default;
};

// A count under a label `reason` (conflicts, unresolved devices).
struct ReasonCount {
  std::string reason;
  std::uint64_t count = 0;

  bool operator==(const ReasonCount&) const = default;
};

// All that is known of one node. Lists are sorted and without repeats: allocations by namespace,
// pod, container, device id; devices by id; counts by their label. Immutable once published and
// shared between generations for as long as nothing in it changes.
struct NodePart {
  std::string node;
  std::vector<Allocation> allocations;
  std::vector<Device> devices;
  // How many pods hold each of `devices`, as many numbers as those; none at all where a source that
  // could name a holder is silent.
  std::vector<std::uint64_t> device_pods;
  std::vector<ResourceCount> resources;
  std::vector<ReasonCount> conflicts;
  std::vector<ReasonCount> unresolved;

  bool operator==(const NodePart&) const = default;
};

// Who holds what, on every node, at one moment. Assignment only: measures and self metrics have
// their own clock. `generation` grows by one exactly when something in it changed.
struct Snapshot {
  std::uint64_t generation = 0;
  std::vector<std::shared_ptr<const NodePart>> nodes;  // by node name, byte order
};

}  // namespace pge
