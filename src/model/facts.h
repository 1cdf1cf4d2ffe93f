// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "model/claim.h"
#include "model/device.h"
#include "model/grant_record.h"
#include "model/node_model.h"
#include "model/pod_info.h"

namespace pge {

// Schedulable device ids of one resource on one node, as the kubelet counts them: known and
// healthy, held or not. A replica counts as one id. Sorted, each once.
struct AllocatableResource {
  std::string node;
  std::string resource;
  std::vector<std::string> ids;

  bool operator==(const AllocatableResource&) const = default;
};

// Device ids of one resource that containers hold, as the kubelet counts them. Sorted, each once.
using HeldResource = AllocatableResource;

// Everything one source learnt in one go. A list that the source cannot know at all is not there
// (std::nullopt); a list that is there and empty says "none".
struct Facts {
  std::vector<Claim> claims;
  std::vector<Device> devices;
  std::vector<NodeModel> models;  // for devices that nobody tells more of
  std::optional<std::vector<HeldResource>> held;
  std::optional<std::vector<AllocatableResource>> allocatable;
  std::optional<std::vector<GrantRecord>> records;  // by pod uid, container, resource, ids
  std::optional<std::vector<PodInfo>> pods;         // by uid
  std::vector<Error> skipped;  // items left out, each with what was wrong with it

  bool operator==(const Facts&) const = default;
};

enum class SourceHealth {
  starting,  // no answer yet
  absent,    // never existed here: neither up nor down
  up,
  down,
};

std::string_view to_string(SourceHealth health);

// One source as its worker sees it. `facts` are the last good ones; they outlive failures until the
// staleness limit, then `expired` is set and they are gone, but for the identity of devices.
struct SourceState {
  std::string name;
  SourceHealth health = SourceHealth::starting;
  std::shared_ptr<const Facts> facts;
  bool expired = false;
  SteadyTime last_success{};
  WallTime last_success_wall{};
  Duration last_took{};
  std::optional<Error> last_error;  // of the newest try; empty after a success
};

}  // namespace pge
