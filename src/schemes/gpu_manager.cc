// SPDX-License-Identifier: Apache-2.0
//
// Tencent's gpu-manager with gpu-admission: one annotation for each container holds the minor
// numbers of its cards. The scheduler writes them as a plan; before the container starts the plugin
// writes what it really gave and sets gpu-assigned to "true". Until then whole cards may turn out
// to be others, so a plan it stays, even while the pod runs. The kubelet's ids are units without a
// card.
#include <array>

#include "base/strings.h"
#include "model/quantity.h"
#include "schemes/claims.h"
#include "schemes/containers.h"
#include "schemes/id_forms.h"
#include "schemes/labels.h"
#include "schemes/lifecycle.h"

namespace pge::schemes::gpu_manager {
namespace {

constexpr std::string_view kName = "gpu-manager";
constexpr std::string_view kIndexPrefix = "tencent.com/predicate-gpu-idx-";
constexpr std::string_view kAssigned = "tencent.com/gpu-assigned";
constexpr std::string_view kCore = "tencent.com/vcuda-core";      // hundredths of a card
constexpr std::string_view kMemory = "tencent.com/vcuda-memory";  // blocks
constexpr std::array<std::string_view, 1> kModels = {"gaia.tencent.com/gpu-model"};
constexpr std::uint64_t kBlock = 256 * kMiB;
constexpr std::array<std::string_view, 1> kNodes = {"tencent.com/predicate-node"};
constexpr auto kReads = std::to_array<std::string_view>(
    {"tencent.com/predicate-gpu-idx-<container index>", "tencent.com/gpu-assigned",
     "tencent.com/predicate-node", "gaia.tencent.com/gpu-model (node label)"});
constexpr std::array<std::string_view, 2> kResources = {kCore, kMemory};

// Less than a card is a part of one with a part of its memory; from there on cards are whole.
Share share_of(const ContainerView& container) {
  Share share;
  const auto core = quantity_units(requested(container, kCore).value_or("0")).value_or(0);
  if (core == 0) return share;
  share.compute_ratio = core < 100 ? static_cast<double>(core) / 100 : 1;
  if (core >= 100) return share;
  const auto blocks = quantity_units(requested(container, kMemory).value_or("0")).value_or(0);
  if (blocks > 0) share.memory_bytes = scaled(blocks, kBlock);
  return share;
}

void read_container(std::string_view key, std::string_view text, ClaimList& claims) {
  const auto index = parse_unsigned<std::size_t>(key.substr(kIndexPrefix.size()));
  const auto& containers = claims.pod().containers;
  if (!index || *index >= containers.size()) {
    claims.skip(key, "no container of this number");
    return;
  }
  const ContainerView& container = containers[*index];
  const std::vector<int> minors = claims.numbers(key, text, ',');
  Share share = share_of(container);
  if (minors.size() > 1 && share.compute_ratio != 1) share = {};  // a part is a part of one card
  for (const int minor : minors) {
    claims.add(container.name, requested_of(container, kResources),
               number_key(DeviceKey::Kind::minor, minor), std::to_string(minor), share);
  }
}

Reading<Claim> claims_of_pod(const PodContext& context) {
  const PodView& pod = context.pod;
  const bool assigned = find_text(pod.annotations, kAssigned) == "true";
  ClaimList claims(pod, kName, "nvidia",
                   assigned ? Evidence::realised_annotation : Evidence::planned_annotation);
  if (!bound(pod, kNodes)) return claims.take();
  for (auto it = pod.annotations.lower_bound(kIndexPrefix);
       it != pod.annotations.end() && it->first.starts_with(kIndexPrefix) && !claims.full(); ++it) {
    read_container(it->first, it->second, claims);
  }
  return claims.take();
}

// Units of a card without a card in them: "tencent.com/vcuda-core-7".
ParsedId device_key(std::string_view, std::string_view) {
  ParsedId out;
  out.vendor = "nvidia";
  out.scheme = kName;
  out.id_is_real = false;
  return out;
}

// The second word of the first card's name, so seldom all of it.
Reading<NodeModel> models_of_node(const NodeView& node) {
  return one_model("nvidia", model_text(node.labels, kModels));
}

}  // namespace

Scheme describe() {
  return {.name = kName,
          .vendor = "nvidia",
          .summary = "Tencent gpu-manager: minor numbers, an annotation for each container",
          .resources = kResources,
          .reads = kReads,
          .rank = 100,
          .device_key = device_key,
          .claims_of_pod = claims_of_pod,
          .models_of_node = models_of_node};
}

}  // namespace pge::schemes::gpu_manager
