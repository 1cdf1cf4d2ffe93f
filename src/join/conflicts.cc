// SPDX-License-Identifier: Apache-2.0
#include "join/conflicts.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace pge {

namespace {

// Names like "card1" or "nvidia0" are a node's own; only an id that is unique in the world can be
// in two places.
bool unique_in_the_world(std::string_view id) {
  return id.starts_with("GPU-") || id.starts_with("MIG-") || id.starts_with("MLU-");
}

bool whole_device(const Allocation& allocation) {
  return allocation.replicas == 0 &&
         (allocation.scheme == "device-plugin" || allocation.scheme == "mig");
}

void add(std::vector<ReasonCount>& counts, std::string_view reason) {
  const auto at = std::lower_bound(
      counts.begin(), counts.end(), reason,
      [](const ReasonCount& count, std::string_view text) { return count.reason < text; });
  if (at != counts.end() && at->reason == reason) {
    ++at->count;
  } else {
    counts.insert(at, {std::string(reason), 1});
  }
}

}  // namespace

std::vector<ReasonCount> conflicts_within(const NodePart& part) {
  std::map<std::string_view, std::set<std::pair<std::string_view, std::string_view>>> owners;
  for (const Allocation& allocation : part.allocations) {
    if (whole_device(allocation)) {
      owners[allocation.device_id].insert({allocation.ns, allocation.pod});
    }
  }
  std::vector<ReasonCount> counts;
  for (const auto& [id, pods] : owners) {
    if (pods.size() > 1) add(counts, "two_exclusive_owners");
  }
  return counts;
}

void add_conflicts_between(std::vector<std::shared_ptr<NodePart>>& parts) {
  if (parts.size() < 2) return;
  struct Seen {
    std::set<NodePart*> nodes;
    std::set<std::string_view> models;
  };
  std::map<std::string_view, Seen> seen;
  for (const auto& part : parts) {
    const auto note = [&](std::string_view id, std::string_view model) {
      if (!unique_in_the_world(id)) return;
      Seen& entry = seen[id];
      entry.nodes.insert(part.get());
      if (!model.empty()) entry.models.insert(model);
    };
    for (const Allocation& a : part->allocations) note(a.device_id, a.model);
    for (const Device& d : part->devices) note(d.id, d.model);
  }
  for (const auto& [id, entry] : seen) {
    if (entry.nodes.size() < 2) continue;
    for (NodePart* part : entry.nodes) {
      add(part->conflicts, "two_nodes");
      if (entry.models.size() > 1) add(part->conflicts, "two_models");
    }
  }
}

}  // namespace pge
