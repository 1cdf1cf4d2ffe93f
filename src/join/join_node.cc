// SPDX-License-Identifier: Apache-2.0
#include "join/join_node.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "join/complete_claims.h"
#include "join/conflicts.h"
#include "join/rank_claims.h"

namespace pge {

namespace {

auto order(const Allocation& a) {
  return std::tie(a.ns, a.pod, a.container, a.device_id, a.pod_uid, a.resource, a.scheme);
}

// A plain id is the whole device; replicas and shares are granted what their scheme says.
bool whole(const Claim& claim) {
  return claim.replicas == 0 && (claim.scheme == "device-plugin" || claim.scheme == "mig");
}

std::optional<double> start_of(const PodRef& pod, const KnownPods& pods) {
  const PodInfo* info = pod.uid.empty() ? pods.by_name(pod.ns, pod.name) : pods.by_uid(pod.uid);
  return info == nullptr ? std::nullopt : info->start_seconds;
}

Allocation make_allocation(const Claim& claim, const Match& match, const KnownPods& pods) {
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
                        .start_seconds = start_of(claim.pod, pods)};
  allocation.model = match.model;
  if (whole(claim)) {
    if (!allocation.compute_ratio) allocation.compute_ratio = 1;
    if (!allocation.memory_bytes && match.device != nullptr)
      allocation.memory_bytes = match.device->memory_bytes;
  }
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

using Unresolved = std::map<std::string, std::set<std::string>>;

void note_unresolved(const MatchedClaim& matched, Unresolved& unresolved) {
  const auto& [claim, match] = matched;
  if (match.unresolved.empty()) return;
  const bool no_device = claim->device.kind == DeviceKey::Kind::none;
  unresolved[std::string(match.unresolved)].insert(
      no_device
          ? claim->pod.ns + "/" + claim->pod.name + "/" + claim->container + "/" + claim->resource
          : claim->resource + "/" + (match.id.empty() ? claim->raw_id : match.id));
}

void count_pods(NodePart& part) {
  std::map<std::string_view, std::set<std::tuple<std::string_view, std::string_view>>> pods;
  for (const Allocation& a : part.allocations) pods[a.device_id].insert({a.ns, a.pod});
  part.device_pods.reserve(part.devices.size());
  for (const Device& device : part.devices) {
    const auto at = pods.find(device.id);
    part.device_pods.push_back(at == pods.end() ? 0 : at->second.size());
  }
}

}  // namespace

std::shared_ptr<NodePart> join_node(const std::string& node, const NodeInput& input) {
  auto part = std::make_shared<NodePart>();
  part->node = node;
  const CompleteClaims complete =
      complete_claims(input.claims, input.records, input.pods, input.held_known);
  std::vector<MatchedClaim> matched;
  matched.reserve(complete.claims.size());
  for (const Claim* claim : complete.claims)
    matched.push_back({claim, match_device(*claim, input.inventory)});
  const RankedClaims ranked = rank_claims(matched);
  Unresolved unresolved;
  part->allocations.reserve(ranked.winners.size());
  for (const MatchedClaim* winner : ranked.winners) {
    note_unresolved(*winner, unresolved);
    if (!winner->match.id.empty())
      part->allocations.push_back(make_allocation(*winner->claim, winner->match, input.pods));
  }
  std::sort(part->allocations.begin(), part->allocations.end(),
            [](const Allocation& a, const Allocation& b) { return order(a) < order(b); });
  fold(part->allocations);
  for (const auto& [id, device] : input.inventory.devices()) part->devices.push_back(device);
  if (input.holders_known) count_pods(*part);
  part->resources = count_resources(input);
  part->unresolved = counts(unresolved);
  part->conflicts = conflicts_within(*part);
  if (ranked.differing > 0) part->conflicts.push_back({"devices_differ", ranked.differing});
  std::ranges::sort(part->conflicts, {}, &ReasonCount::reason);
  return part;
}

}  // namespace pge
