// SPDX-License-Identifier: Apache-2.0
//
// Volcano's older GPU sharing (gpu-memory) and whole cards (gpu-number): NVML indexes in one
// annotation for the pod as a whole. The kubelet's ids are picked at random.
#include <array>

#include "model/quantity.h"
#include "schemes/claims.h"
#include "schemes/containers.h"
#include "schemes/id_forms.h"
#include "schemes/lifecycle.h"

namespace pge::schemes::volcano_gpu {
namespace {

constexpr std::string_view kName = "volcano-gpu";
constexpr std::array<std::string_view, 1> kIds = {"volcano.sh/gpu-*"};
constexpr std::string_view kIndex = "volcano.sh/gpu-index";
constexpr std::string_view kAssigned = "volcano.sh/gpu-assigned";
constexpr std::string_view kTime = "volcano.sh/predicate-time";
constexpr std::string_view kMemory = "volcano.sh/gpu-memory";  // MiB, with the factor left at 1
constexpr std::string_view kNumber = "volcano.sh/gpu-number";  // whole cards
constexpr auto kReads = std::to_array<std::string_view>({kIndex, kAssigned, kTime});
constexpr std::array<std::string_view, 2> kResources = {kNumber, kMemory};

// Users may set the index by hand as a wish; the scheduler never leaves it without a time.
bool from_scheduler(const PodView& pod) {
  return pod.annotations.contains(kTime) || pod.annotations.contains(kAssigned) ||
         !requesting(regular(pod), kResources).empty();
}

// `alone`: no other container can be the one that a card of the list is for.
Share share_of(const ContainerView& container, std::size_t cards, bool alone) {
  Share share;
  if (requested(container, kNumber)) {
    if (alone || cards == 1) share.compute_ratio = 1;
    return share;
  }
  const auto memory = requested(container, kMemory);
  const auto mib = memory ? quantity_units(*memory) : std::nullopt;
  if (mib && cards == 1) share.memory_bytes = scaled(*mib, kMiB);
  return share;
}

Reading<Claim> claims_of_pod(const PodContext& context) {
  const PodView& pod = context.pod;
  ClaimList claims(pod, kName, "nvidia");
  const auto text = find_text(pod.annotations, kIndex);
  const bool assigned = find_text(pod.annotations, kAssigned) == "true";
  if (!text || !holds(pod, {.assigned = assigned}) || !from_scheduler(pod)) return claims.take();
  const ContainerList containers = sharing_containers(pod, kResources);
  const std::vector<int> cards = claims.numbers(kIndex, *text, ',');
  for (const int card : cards) {
    for (const ContainerView* container : containers) {
      if (claims.full()) return claims.take();
      claims.add(container->name, requested_of(*container, kResources),
                 number_key(DeviceKey::Kind::index, card), std::to_string(card),
                 share_of(*container, cards.size(), containers.size() == 1));
    }
  }
  return claims.take();
}

// "<number>-<n>"
ParsedId device_key(std::string_view, std::string_view id) {
  const auto parts = cut_last_dash(id);
  const auto number = parts ? small_number(parts->first) : std::nullopt;
  if (!number) return unreal_id(std::nullopt, {id}, "nvidia", kName);
  return unreal_id(number_key(DeviceKey::Kind::index, *number),
                   {parts->first, replica_number(parts->second), true}, "nvidia", kName);
}

}  // namespace

Scheme describe() {
  return {.name = kName,
          .vendor = "nvidia",
          .summary = "Volcano GPU share and GPU number: NVML indexes, per pod",
          .resources = kResources,
          .reads = kReads,
          .rank = 120,
          .ids = kIds,
          .device_key = device_key,
          .claims_of_pod = claims_of_pod};
}

}  // namespace pge::schemes::volcano_gpu
