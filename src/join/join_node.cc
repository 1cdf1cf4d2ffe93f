// SPDX-License-Identifier: Apache-2.0
#include "join/join_node.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "join/conflicts.h"

namespace pge {

namespace {

auto order(const Allocation& a) {
  return std::tie(a.ns, a.pod, a.container, a.device_id, a.pod_uid, a.resource, a.scheme);
}

Allocation make_allocation(const Claim& claim, const Match& match) {
  Allocation allocation{.ns = claim.pod.ns,
                        .pod = claim.pod.name,
                        .container = claim.container,
                        .device_id = match.id,
                        .pod_uid = claim.pod.uid,
                        .resource = claim.resource,
                        .scheme = claim.scheme,
                        .model = {},
                        .replicas = claim.replicas,
                        .compute_ratio = claim.compute_ratio,
                        .memory_bytes = claim.memory_bytes,
                        .start_seconds = {}};
  allocation.model = match.model;
  return allocation;
}

// The same holding told by several claims is one allocation; shares of one device add up.
void fold(std::vector<Allocation>& sorted) {
  std::vector<Allocation> folded;
  for (Allocation& next : sorted) {
    if (folded.empty() || order(folded.back()) != order(next)) {
      folded.push_back(std::move(next));
      continue;
    }
    folded.back().replicas += next.replicas;
  }
  sorted = std::move(folded);
}

std::vector<ReasonCount> counts(const std::map<std::string, std::set<std::string>>& by_reason) {
  std::vector<ReasonCount> list;
  list.reserve(by_reason.size());
  for (const auto& [reason, what] : by_reason) list.push_back({reason, what.size()});
  return list;
}

std::vector<ResourceCount> count_resources(const NodeInput& input) {
  struct Ids {
    std::optional<std::set<std::string_view>> held, allocatable;
  };
  std::map<std::string, Ids> by_resource;
  const auto gather = [&](const auto& lists, auto member) {
    for (const auto* list : lists) {
      auto& ids = by_resource[list->resource].*member;
      if (!ids) ids.emplace();
      ids->insert(list->ids.begin(), list->ids.end());
    }
  };
  gather(input.held, &Ids::held);
  gather(input.allocatable, &Ids::allocatable);

  std::vector<ResourceCount> list;
  for (const auto& [resource, ids] : by_resource) {
    ResourceCount count{.resource = resource, .allocated = {}, .free = {}, .allocatable = {}};
    if (input.held_known) count.allocated = ids.held ? ids.held->size() : 0;
    if (ids.allocatable) count.allocatable = ids.allocatable->size();
    if (input.held_known && ids.allocatable) {
      // An unhealthy device is held but no longer allocatable; it is not free either way.
      const auto is_free = [&](std::string_view id) {
        return !ids.held || !ids.held->contains(id);
      };
      count.free = static_cast<std::uint64_t>(
          std::count_if(ids.allocatable->begin(), ids.allocatable->end(), is_free));
    }
    list.push_back(std::move(count));
  }
  return list;
}

}  // namespace

std::shared_ptr<NodePart> join_node(const std::string& node, const NodeInput& input) {
  auto part = std::make_shared<NodePart>();
  part->node = node;
  std::map<std::string, std::set<std::string>> unresolved;
  for (const Claim* claim : input.claims) {
    const Match match = match_device(*claim, input.inventory);
    if (!match.unresolved.empty()) {
      unresolved[std::string(match.unresolved)].insert(
          claim->device.kind == DeviceKey::Kind::none
              ? claim->pod.ns + "/" + claim->pod.name + "/" + claim->container + "/" +
                    claim->resource
              : claim->resource + "/" + (match.id.empty() ? claim->raw_id : match.id));
    }
    if (!match.id.empty()) part->allocations.push_back(make_allocation(*claim, match));
  }
  std::sort(part->allocations.begin(), part->allocations.end(),
            [](const Allocation& a, const Allocation& b) { return order(a) < order(b); });
  fold(part->allocations);
  for (const auto& [id, device] : input.inventory.devices()) part->devices.push_back(device);
  part->resources = count_resources(input);
  part->unresolved = counts(unresolved);
  part->conflicts = conflicts_within(*part);
  return part;
}

}  // namespace pge
