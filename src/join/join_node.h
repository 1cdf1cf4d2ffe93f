// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "join/known_pods.h"
#include "join/match_devices.h"
#include "model/facts.h"
#include "model/snapshot.h"

namespace pge {

// Everything that all sources say of one node.
struct NodeInput {
  std::vector<const Claim*> claims;
  bool held_known = false;  // some source can tell which ids are held, be it none
  std::vector<const HeldResource*> held;
  std::vector<const AllocatableResource*> allocatable;
  Inventory inventory;
  std::vector<const GrantRecord*> records;
  KnownPods pods;
  // Every source that could name a holder here has lately been heard.
  bool holders_known = false;
};

std::shared_ptr<NodePart> join_node(const std::string& node, const NodeInput& input);

}  // namespace pge
