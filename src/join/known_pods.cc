// SPDX-License-Identifier: Apache-2.0
#include "join/known_pods.h"

#include <tuple>

namespace pge {
namespace {

bool same_name(const PodInfo& info, std::string_view ns, std::string_view name) {
  return info.pod.name == name && info.pod.ns == ns;
}

auto how_current(const PodInfo& info) {
  return std::tuple(info.present, info.start_seconds.value_or(0), std::string_view(info.pod.uid));
}

}  // namespace

void KnownPods::add(const PodInfo& info) {
  const auto [at, added] = by_uid_.try_emplace(info.pod.uid, info);
  if (added) return;
  PodInfo& known = at->second;
  if (known.pod.name.empty()) known.pod = info.pod;
  if (known.phase == PodPhase::unknown) known.phase = info.phase;
  if (!known.start_seconds) known.start_seconds = info.start_seconds;
  if (known.unreal_vendors.empty()) known.unreal_vendors = info.unreal_vendors;
  known.present = known.present || info.present;
  known.deleting = known.deleting || info.deleting;
}

const PodInfo* KnownPods::by_uid(std::string_view uid) const {
  const auto at = by_uid_.find(uid);
  return at == by_uid_.end() ? nullptr : &at->second;
}

const PodInfo* KnownPods::by_name(std::string_view ns, std::string_view name) const {
  const PodInfo* best = nullptr;
  for (const auto& [uid, info] : by_uid_) {
    if (!same_name(info, ns, name)) continue;
    if (best == nullptr || how_current(*best) < how_current(info)) best = &info;
  }
  return best;
}

bool KnownPods::may_be(std::string_view uid, std::string_view ns, std::string_view name) const {
  const PodInfo* info = by_uid(uid);
  return info == nullptr || info->pod.name.empty() || same_name(*info, ns, name);
}

}  // namespace pge
