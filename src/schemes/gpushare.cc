// SPDX-License-Identifier: Apache-2.0
//
// Aliyun's gpushare, in both frameworks. The kubelet's ids are picked at random; numbers are NVML
// indexes.
//   ALIYUN_COM_GPU_MEM_IDX                  one card for the pod as a whole; "-1" = none found
//   scheduler.framework.gpushare.allocation {"<container index>":{"<card>":<units>}}, speaks first
// Memory is counted in GiB or MiB, and nothing says which: a card of more than 100 units cannot be
// counted in GiB.
#include <array>

#include "base/strings.h"
#include "model/quantity.h"
#include "schemes/claims.h"
#include "schemes/containers.h"
#include "schemes/id_forms.h"
#include "schemes/json.h"
#include "schemes/labels.h"
#include "schemes/lifecycle.h"

namespace pge::schemes::gpushare {
namespace {

constexpr std::string_view kName = "gpushare";
constexpr std::string_view kIndex = "ALIYUN_COM_GPU_MEM_IDX";
constexpr std::string_view kAssigned = "ALIYUN_COM_GPU_MEM_ASSIGNED";
constexpr std::string_view kCardUnits = "ALIYUN_COM_GPU_MEM_DEV";
constexpr std::string_view kAllocation = "scheduler.framework.gpushare.allocation";
constexpr std::string_view kMemory = "aliyun.com/gpu-mem";
constexpr std::string_view kCount = "aliyun.com/gpu-count";
constexpr std::string_view kCorePercent = "aliyun.com/gpu-core.percentage";
constexpr std::array<std::string_view, 1> kModels = {"aliyun.accelerator/nvidia_name"};
constexpr std::uint64_t kMostGiB = 100;
constexpr auto kReads = std::to_array<std::string_view>(
    {kIndex, kAssigned, kCardUnits, kAllocation, "aliyun.accelerator/nvidia_name (node label)"});
constexpr std::array<std::string_view, 1> kResources = {kMemory};

// Units of memory that one card has, by the pod's own annotation or the node's capacity.
std::optional<std::uint64_t> units_of_card(const PodContext& context) {
  if (const auto text = find_text(context.pod.annotations, kCardUnits)) {
    const auto units = parse_unsigned(*text);
    if (units && *units > 0) return units;
  }
  if (context.node == nullptr) return std::nullopt;
  const auto memory = find_text(context.node->capacity, kMemory);
  const auto count = find_text(context.node->capacity, kCount);
  if (!memory || !count) return std::nullopt;
  const auto units = quantity_units(*memory);
  const auto cards = quantity_units(*count);
  if (!units || !cards || *cards == 0) return std::nullopt;
  return *units / *cards;
}

// Bytes in a unit; nothing where the size of a card is not known.
std::optional<std::uint64_t> unit_of(const PodContext& context) {
  const auto units = units_of_card(context);
  if (!units) return std::nullopt;
  return *units > kMostGiB ? kMiB : kGiB;
}

Share share_of(const ContainerView& container, std::optional<std::uint64_t> units,
               std::optional<std::uint64_t> unit) {
  Share share;
  if (units && unit && *units > 0) share.memory_bytes = scaled(*units, *unit);
  const auto percent = quantity_units(requested(container, kCorePercent).value_or("0")).value_or(0);
  if (percent > 0 && percent <= 100) share.compute_ratio = static_cast<double>(percent) / 100;
  return share;
}

void read_index(const PodContext& context, std::string_view text, ClaimList& claims) {
  const std::string_view number = trim(text);
  if (number == "-1") return;
  const auto index = small_number(number);
  if (!index) {
    claims.skip(kIndex, "not a device number", number);
    return;
  }
  const auto unit = unit_of(context);
  for (const ContainerView* container : sharing_containers(context.pod, kResources)) {
    const auto amount = requested(*container, kMemory);
    const auto units = amount ? quantity_units(*amount) : std::nullopt;
    claims.add(container->name, requested_of(*container, kResources),
               number_key(DeviceKey::Kind::index, *index), number,
               share_of(*container, units, unit));
  }
}

void read_cards(const ContainerView& container, const Json& cards,
                std::optional<std::uint64_t> unit, ClaimList& claims) {
  if (!cards.is(Json::Type::object)) claims.skip(kAllocation, "no cards", container.name);
  for (const auto& [number, units] : cards.members) {
    const auto index = small_number(number);
    if (!index || !units.whole) {
      claims.skip(kAllocation, "not a card and its memory", number);
      continue;
    }
    Share share = share_of(container, units.whole, unit);
    if (cards.members.size() > 1) share.compute_ratio.reset();  // of which card, nobody says
    claims.add(container.name, requested_of(container, kResources),
               number_key(DeviceKey::Kind::index, *index), number, share);
  }
}

void read_allocation(const PodContext& context, std::string_view text, ClaimList& claims) {
  const auto json = parse_json(text);
  if (!json || !json->is(Json::Type::object)) {
    claims.skip(kAllocation, json ? "not an object" : json.error().text);
    return;
  }
  const auto unit = unit_of(context);
  for (const auto& [number, cards] : json->members) {
    const auto index = parse_unsigned<std::size_t>(number);
    if (!index || *index >= context.pod.containers.size()) {
      claims.skip(kAllocation, "no container of this number", number);
      continue;
    }
    read_cards(context.pod.containers[*index], cards, unit, claims);
  }
}

Reading<Claim> claims_of_pod(const PodContext& context) {
  const PodView& pod = context.pod;
  ClaimList claims(pod, kName, "nvidia");
  const auto allocation = find_text(pod.annotations, kAllocation);
  const auto index = find_text(pod.annotations, kIndex);
  const bool assigned = find_text(pod.annotations, kAssigned) == "true";
  if ((!allocation && !index) || !holds(pod, {.assigned = assigned})) return claims.take();
  if (allocation) {
    read_allocation(context, *allocation, claims);
  } else {
    read_index(context, *index, claims);
  }
  return claims.take();
}

ParsedId device_key(std::string_view, std::string_view id) {
  const Stripped stripped = strip_marked_replica(id);
  return unreal_id(nvidia_uuid_key(stripped.base), stripped, "nvidia", kName);
}

Reading<NodeModel> models_of_node(const NodeView& node) {
  return one_model("nvidia", model_text(node.labels, kModels));
}

}  // namespace

Scheme describe() {
  return {.name = kName,
          .vendor = "nvidia",
          .summary = "Aliyun gpushare: NVML indexes, per pod or (newer framework) per container",
          .resources = kResources,
          .reads = kReads,
          .rank = 110,
          .device_key = device_key,
          .claims_of_pod = claims_of_pod,
          .models_of_node = models_of_node};
}

}  // namespace pge::schemes::gpushare
