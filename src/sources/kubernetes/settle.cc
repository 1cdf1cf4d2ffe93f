// SPDX-License-Identifier: Apache-2.0
#include "sources/kubernetes/settle.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

namespace pge {
namespace {

using HeldId = std::pair<std::string_view, std::string_view>;  // resource, id

std::set<HeldId> held_ids(const std::vector<PodGrants>& pods) {
  std::set<HeldId> held;
  for (const PodGrants& pod : pods) {
    for (const IdGrant& grant : pod.ids)
      for (const std::string& id : grant.ids) held.emplace(grant.resource, id);
  }
  return held;
}

bool holds_any(const PodGrants& pod, const std::set<HeldId>& ids) {
  return std::ranges::any_of(pod.ids, [&](const IdGrant& grant) {
    return std::ranges::any_of(
        grant.ids, [&](const std::string& id) { return ids.contains({grant.resource, id}); });
  });
}

}  // namespace

void Settle::notice_restart(std::uint64_t incarnation, SteadyTime now) {
  const bool other_socket = answered_ && incarnation != incarnation_;
  // Failures while settling do not begin it anew: a kubelet that fails every other call would never
  // be believed again.
  if (other_socket || (answered_ && failed_ && !settling_)) {
    settling_ = true;
    noticed_ = now;
    if (other_socket) {
      for (auto& [item, missing] : missing_) missing.answers = 0;
    }
  }
  answered_ = true;
  failed_ = false;
  incarnation_ = incarnation;
}

bool Settle::keep(const std::string& item, SteadyTime now, MissingItems& missing) {
  const auto [known, added] = missing_.try_emplace(item, Missing{0, now});
  Missing state = known->second;
  ++state.answers;
  const bool settled = state.answers >= options_.answers && now - noticed_ >= options_.time;
  if (settled || now - state.since > options_.longest) return false;
  missing.emplace(item, state);
  return true;
}

void Settle::keep_pods(std::vector<PodGrants>& pods, SteadyTime now, MissingItems& missing) {
  const auto by_pod = [](const PodGrants& a, const PodGrants& b) { return a.pod < b.pod; };
  std::vector<PodGrants> kept;
  const std::set<HeldId> held = held_ids(pods);
  for (PodGrants& before : believed_.pods) {
    if (before.empty() || std::ranges::binary_search(pods, before, by_pod)) continue;
    // A pod is gone for certain once the kubelet gave one of its devices to another.
    if (holds_any(before, held)) continue;
    const std::string item = "pod " + before.pod.ns + "/" + before.pod.name;
    if (keep(item, now, missing)) kept.push_back(std::move(before));
  }
  pods.insert(pods.end(), std::make_move_iterator(kept.begin()),
              std::make_move_iterator(kept.end()));
  std::ranges::sort(pods, by_pod);
}

void Settle::keep_allocatable(std::vector<AllocatableResource>& resources, SteadyTime now,
                              MissingItems& missing) {
  if (!believed_.allocatable) return;
  std::vector<AllocatableResource> kept;
  for (AllocatableResource& before : *believed_.allocatable) {
    const bool there = std::ranges::any_of(resources, [&](const AllocatableResource& resource) {
      return resource.resource == before.resource;
    });
    if (!there && keep("resource " + before.resource, now, missing))
      kept.push_back(std::move(before));
  }
  resources.insert(resources.end(), std::make_move_iterator(kept.begin()),
                   std::make_move_iterator(kept.end()));
  std::ranges::sort(resources, {}, &AllocatableResource::resource);
}

const KubeletAnswer& Settle::believe(KubeletAnswer answer, std::uint64_t incarnation,
                                     SteadyTime now) {
  notice_restart(incarnation, now);
  MissingItems missing;
  if (settling_) {
    keep_pods(answer.pods, now, missing);
    if (answer.allocatable && believed_.allocatable)
      keep_allocatable(*answer.allocatable, now, missing);
    settling_ = !missing.empty() || now - noticed_ < options_.time;
  }
  missing_ = std::move(missing);
  believed_ = std::move(answer);
  return believed_;
}

}  // namespace pge
