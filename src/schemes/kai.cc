// SPDX-License-Identifier: Apache-2.0
//
// KAI-Scheduler and run:ai, shares of a card. A workload pod asks for no resource at all; it
// carries
//   label runai-gpu-group = <group>, or runai-gpu-group/<group> for each of several cards
//   gpu-fraction = "0.5", or gpu-memory = MiB; gpu-fraction-container-name
// and the group leads to a card through a reservation pod (kai_reservation.h). The container learns
// its card from a ConfigMap "<prefix>-<position>" ("<prefix>-i<position>" of an init container),
// whose name the pod has, but not its contents; older releases put the same variables into the pod.
// Whole cards and MIG slices are the kubelet's to tell.
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
constexpr std::array<std::string_view, 2> kVisible = {"NVIDIA_VISIBLE_DEVICES",
                                                      "RUNAI-VISIBLE-DEVICES"};
constexpr std::string_view kPortion = "GPU_PORTION";
constexpr std::string_view kConfigMap = "runai/shared-gpu-configmap";
constexpr std::string_view kReceived = "received-resource-type";
constexpr auto kReads = std::to_array<std::string_view>(
    {kGroup, "runai-gpu-group/<group>", kFraction, kMemory, kContainer, kReceived, kConfigMap,
     "env NVIDIA_VISIBLE_DEVICES", "env RUNAI-VISIBLE-DEVICES", "env GPU_PORTION"});

void read_fraction(std::string_view key, std::string_view text, Share& share, ClaimList& claims) {
  const auto fraction = quantity_value(trim(text));
  if (fraction && *fraction > 0 && *fraction <= 1) {
    share.compute_ratio = *fraction;
  } else {
    claims.skip(key, "not a part of a card", text);
  }
}

Share share_of(const PodView& pod, const ContainerView& container, ClaimList& claims) {
  Share share;
  if (const auto text = find_text(pod.annotations, kFraction)) {
    read_fraction(kFraction, *text, share, claims);
  } else if (const auto portion = find_text(container.env, kPortion)) {
    read_fraction(kPortion, *portion, share, claims);
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

// Whether variables of a container come from its own ConfigMap of the pod's prefix, be it the one
// with the variables ("<prefix>-0-evar") or the other.
bool has_config_map(const ContainerView& container, std::string_view prefix,
                    std::string_view position) {
  return std::ranges::any_of(container.config_maps, [&](std::string_view name) {
    if (!name.starts_with(prefix)) return false;
    name.remove_prefix(prefix.size());
    if (!name.starts_with('-')) return false;
    name.remove_prefix(1);
    return name == position || (name.starts_with(position) && name[position.size()] == '-');
  });
}

const ContainerView* user_by_config_map(const PodView& pod) {
  const auto prefix = find_text(pod.annotations, kConfigMap);
  if (!prefix || prefix->empty()) return nullptr;
  for (const bool init : {false, true}) {
    const auto& containers = init ? pod.init_containers : pod.containers;
    for (std::size_t i = 0; i < containers.size(); ++i) {
      const std::string position = (init ? "i" : "") + std::to_string(i);
      if (has_config_map(containers[i], *prefix, position)) return &containers[i];
    }
  }
  return nullptr;
}

// The container that the pod names, or that has the ConfigMap, else the first regular one; an init
// container's share is free again once it is over.
const ContainerView* user_of(const PodView& pod) {
  if (const auto name = find_text(pod.annotations, kContainer)) return find_container(pod, *name);
  if (const ContainerView* user = user_by_config_map(pod)) return user;
  return pod.containers.empty() ? nullptr : &pod.containers.front();
}

// Cards by UUID in the container's own variables, bare or as CDI names; anything else there ("all",
// an index that may be the container's) says nothing.
std::vector<DeviceKey> visible_cards(const ContainerView& container, ClaimList& claims) {
  std::vector<DeviceKey> out;
  for (const std::string_view variable : kVisible) {
    const auto text = find_text(container.env, variable);
    if (!text) continue;
    for (std::string_view name : claims.list(variable, *text, ',')) {
      if (const std::size_t equals = name.find('='); equals != std::string_view::npos) {
        name.remove_prefix(equals + 1);
      }
      auto key = nvidia_uuid_key(name);
      if (!key) return {};
      out.push_back(*std::move(key));
    }
    if (!out.empty()) return out;
  }
  return out;
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
  const Share share = share_of(pod, *container, claims);
  // A user can write these variables too, so the reservation speaks first (resolve_groups); the
  // card is only what the claim's own spelling is.
  const auto cards = visible_cards(*container, claims);
  const bool paired = cards.size() == groups.size();
  for (std::size_t i = 0; i < groups.size(); ++i) {
    claims.add(container->name, {}, text_key(DeviceKey::Kind::group, groups[i]),
               paired ? std::string_view(cards[i].text) : groups[i], share);
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
