// SPDX-License-Identifier: Apache-2.0
//
// KAI-Scheduler and run:ai, shares of a card. A workload pod asks for no resource at all; it
// carries
//   label runai-gpu-group = <group>, or runai-gpu-group/<group> for each of several cards
//   gpu-fraction = "0.5", or gpu-memory = MiB; gpu-fraction-container-name
//   runai/shared-gpu-configmap = <prefix>: <prefix>-<container index> holds the container's device,
//   and which container reads it stands in the pod
// and the group leads to a card through a reservation pod (kai_reservation.h). Whole cards and MIG
// slices are the kubelet's to tell.
#include <algorithm>
#include <array>

#include "base/strings.h"
#include "model/quantity.h"
#include "schemes/claims.h"
#include "schemes/containers.h"
#include "schemes/id_forms.h"
#include "schemes/kai_reservation.h"
#include "schemes/lifecycle.h"

namespace pge::schemes::kai {
namespace {

constexpr std::string_view kName = "kai";
constexpr std::string_view kGroup = "runai-gpu-group";
constexpr std::string_view kGroups = "runai-gpu-group/";
constexpr std::string_view kFraction = "gpu-fraction";
constexpr std::string_view kMemory = "gpu-memory";
constexpr std::string_view kContainer = "gpu-fraction-container-name";
constexpr std::string_view kReceived = "received-resource-type";
constexpr std::string_view kConfigMap = "runai/shared-gpu-configmap";
constexpr auto kReads = std::to_array<std::string_view>(
    {kGroup, "runai-gpu-group/<group>", kFraction, kMemory, kContainer, kReceived, kConfigMap});

Share share_of(const PodView& pod, ClaimList& claims) {
  Share share;
  if (const auto text = find_text(pod.annotations, kFraction)) {
    const auto fraction = quantity_value(trim(*text));
    if (fraction && *fraction > 0 && *fraction <= 1) {
      share.compute_ratio = *fraction;
    } else {
      claims.skip(kFraction, "not a part of a card", *text);
    }
  }
  if (const auto text = find_text(pod.annotations, kMemory)) {
    const auto mib = parse_unsigned(trim(*text));
    if (mib && *mib > 0) {
      share.memory_bytes = scaled(*mib, kMiB);
    } else {
      claims.skip(kMemory, "not MiB of memory", *text);
    }
  }
  return share;
}

bool reads_map(const ContainerView& container, std::string_view prefix) {
  return std::ranges::any_of(container.config_maps, [&](const std::string& name) {
    return name.size() > prefix.size() && name.starts_with(prefix) && name[prefix.size()] == '-';
  });
}

// The container that the pod names; else the one that reads the ConfigMap which the binder made for
// the share; else the first regular one. An init container's share is free again once it is over.
const ContainerView* user_of(const PodView& pod) {
  if (const auto name = find_text(pod.annotations, kContainer)) return find_container(pod, *name);
  const auto prefix = find_text(pod.annotations, kConfigMap);
  if (prefix && !prefix->empty()) {
    for (const ContainerView* container : init_then_regular(pod)) {
      if (reads_map(*container, *prefix)) return container;
    }
  }
  return pod.containers.empty() ? nullptr : &pod.containers.front();
}

Reading<Claim> claims_of_pod(const PodContext& context) {
  const PodView& pod = context.pod;
  ClaimList claims(pod, kName, "nvidia");
  if (is_reservation(pod.pod)) return claims.take();
  std::vector<std::string_view> groups;
  for (const auto& [key, value] : pod.labels) {
    const bool one = key == kGroup || (key.starts_with(kGroups) && key.size() > kGroups.size());
    if (one && !value.empty() && groups.size() < ClaimList::kMaxListed) groups.push_back(value);
  }
  // The binder writes the label as it gives the share, so it is its own flag.
  if (groups.empty() || !holds(pod, {.assigned = true})) return claims.take();
  const auto received = find_text(pod.annotations, kReceived);
  if (received && *received != "Fraction") return claims.take();
  const ContainerView* container = user_of(pod);
  if (container == nullptr) {
    claims.skip(kContainer, "no such container",
                find_text(pod.annotations, kContainer).value_or(std::string_view()));
    return claims.take();
  }
  if (over(pod, *container)) return claims.take();
  const Share share = share_of(pod, claims);
  for (const std::string_view group : groups) {
    claims.add(container->name, {}, text_key(DeviceKey::Kind::group, group), group, share);
  }
  return claims.take();
}

}  // namespace

Scheme describe() {
  return {.name = kName,
          .vendor = "nvidia",
          .summary = "KAI and run:ai shares: groups, through reservation pods",
          .reads = kReads,
          .rank = 200,
          .claims_of_pod = claims_of_pod};
}

}  // namespace pge::schemes::kai
