// SPDX-License-Identifier: Apache-2.0
#include "join/join.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>

#include "join/conflicts.h"
#include "join/join_node.h"

namespace pge {

namespace {

// Sources that tell who holds a device. The others tell what devices there are, or who a pod is.
constexpr auto kHolderSources = std::to_array<std::string_view>(
    {"agents", "checkpoint", "claims", "cri", "demo", "gpumanager", "pods", "podresources"});

// False while one of them is down, too old or not heard yet; what never existed here has no say.
bool holders_known(std::span<const SourceState> states) {
  bool any = false;
  for (const SourceState& state : states) {
    if (std::ranges::find(kHolderSources, state.name) == kHolderSources.end()) continue;
    if (state.health == SourceHealth::absent) continue;
    if (state.health != SourceHealth::up || state.expired) return false;
    any = true;
  }
  return any;
}

std::map<std::string, NodeInput> gather(std::span<const SourceState> states) {
  std::map<std::string, NodeInput> nodes;
  for (const SourceState& state : states) {
    if (!state.facts) continue;
    const Facts& facts = *state.facts;
    for (const Claim& claim : facts.claims) nodes[claim.node].claims.push_back(&claim);
    for (const Device& device : facts.devices) nodes[device.node].inventory.add(device);
    if (facts.records) {
      for (const GrantRecord& record : *facts.records)
        nodes[record.node].records.push_back(&record);
    }
    if (facts.pods) {
      for (const PodInfo& pod : *facts.pods) nodes[pod.node].pods.add(pod);
    }
    for (const NodeModel& model : facts.models) nodes[model.node].inventory.add(model);
    if (facts.held) {
      for (const auto& held : *facts.held) nodes[held.node].held.push_back(&held);
    }
    if (facts.allocatable) {
      for (const auto& list : *facts.allocatable) nodes[list.node].allocatable.push_back(&list);
    }
    if (!facts.held) continue;
    // Who lists what is held lists it for every node it speaks of.
    for (const auto& held : *facts.held) nodes[held.node].held_known = true;
    if (facts.allocatable) {
      for (const auto& list : *facts.allocatable) nodes[list.node].held_known = true;
    }
  }
  return nodes;
}

}  // namespace

std::vector<std::shared_ptr<const NodePart>> join(std::span<const SourceState> states) {
  std::vector<std::shared_ptr<NodePart>> parts;
  const bool known = holders_known(states);
  auto nodes = gather(states);
  for (auto& [node, input] : nodes) {
    input.holders_known = known;
    parts.push_back(join_node(node, input));
  }
  add_conflicts_between(parts);
  return {parts.begin(), parts.end()};
}

std::shared_ptr<const Snapshot> next_snapshot(std::shared_ptr<const Snapshot> previous,
                                              std::vector<std::shared_ptr<const NodePart>> parts) {
  if (!previous) {
    return std::make_shared<const Snapshot>(Snapshot{.generation = 1, .nodes = std::move(parts)});
  }
  bool changed = parts.size() != previous->nodes.size();
  auto old = previous->nodes.begin();
  for (auto& part : parts) {
    while (old != previous->nodes.end() && (*old)->node < part->node) ++old;
    const bool same = old != previous->nodes.end() && **old == *part;
    if (same) part = *old;
    changed = changed || !same;
  }
  if (!changed) return previous;
  return std::make_shared<const Snapshot>(
      Snapshot{.generation = previous->generation + 1, .nodes = std::move(parts)});
}

}  // namespace pge
