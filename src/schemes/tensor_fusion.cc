// SPDX-License-Identifier: Apache-2.0
//
// tensor-fusion: the scheduler writes the names of GPU objects, which are the cards' UUIDs in lower
// case, for the pod as a whole and (JSON) for single containers; at allocation slices follow as
// "<MIG id>:<card>" pairs. A MIG id is "MIG-<uuid>", or ends in "/<gi>/<ci>".
#include <array>

#include "base/strings.h"
#include "schemes/claims.h"
#include "schemes/containers.h"
#include "schemes/id_forms.h"
#include "schemes/json.h"
#include "schemes/lifecycle.h"

namespace pge::schemes::tensor_fusion {
namespace {

constexpr std::string_view kName = "tensor-fusion";
constexpr std::string_view kIds = "tensor-fusion.ai/gpu-ids";
constexpr std::string_view kContainers = "tensor-fusion.ai/container-gpus";
constexpr std::string_view kPartitions = "tensor-fusion.ai/partition-uuids";
constexpr std::array kReads = {kIds, kContainers, kPartitions};

bool same_card(std::string_view a, std::string_view b) { return to_lower(a) == to_lower(b); }

// Object names are lower case, the driver writes "GPU-".
std::string card_id(std::string_view name) {
  const std::string lower = to_lower(name);
  if (lower.starts_with("gpu-") && is_uuid(std::string_view(lower).substr(4))) {
    return "GPU-" + lower.substr(4);
  }
  return std::string(name);
}

struct Partition {
  std::string_view raw;
  std::string_view card;
  DeviceKey key;
};

DeviceKey partition_key(std::string_view id, std::string_view card) {
  const std::size_t slash = id.find('/');
  if (slash == std::string_view::npos) return uuid_key(id);
  const auto key = nvidia_uuid_key("MIG-" + card_id(card) + std::string(id.substr(slash)));
  return key ? *key : text_key(DeviceKey::Kind::opaque, id);
}

std::vector<Partition> partitions_of(ClaimList& claims) {
  std::vector<Partition> out;
  const auto text = find_text(claims.pod().annotations, kPartitions);
  if (!text) return out;
  for (const std::string_view item : claims.list(kPartitions, *text, ',')) {
    const std::size_t colon = item.rfind(':');
    if (colon == std::string_view::npos || !item.starts_with("MIG-") || colon + 1 == item.size()) {
      claims.skip(kPartitions, "not a slice and its card", item);
      continue;
    }
    const std::string_view id = item.substr(0, colon);
    const std::string_view card = item.substr(colon + 1);
    out.push_back({id, card, partition_key(id, card)});
  }
  return out;
}

// A card of which the pod has slices stands for these.
void add_card(const ContainerView& container, std::string_view name,
              const std::vector<Partition>& partitions, ClaimList& claims) {
  bool sliced = false;
  for (const Partition& partition : partitions) {
    if (!same_card(partition.card, name)) continue;
    sliced = true;
    claims.set_vendor("nvidia");
    claims.add(container.name, "", partition.key, partition.raw, {.compute_ratio = 1});
  }
  if (sliced) return;
  const std::string id = card_id(name);
  claims.set_vendor(id.starts_with("GPU-") ? "nvidia" : "");
  claims.add(container.name, "", uuid_key(id), name);
}

void read_containers(std::string_view text, const std::vector<Partition>& partitions,
                     ClaimList& claims) {
  const auto json = parse_json(text);
  if (!json || !json->is(Json::Type::object)) {
    claims.skip(kContainers, json ? "not an object" : json.error().text);
    return;
  }
  for (const auto& [name, ids] : json->members) {
    const ContainerView* container = find_container(claims.pod(), name);
    if (container == nullptr) {
      claims.skip(kContainers, "no container of this name", name);
      continue;
    }
    if (over(claims.pod(), *container)) continue;
    if (!ids.is(Json::Type::list)) claims.skip(kContainers, "no list of cards", name);
    for (const Json& id : ids.items) {
      if (claims.full()) return;
      const bool named = !id.string.empty() && id.string.size() <= ClaimList::kMaxId;
      if (named) {
        add_card(*container, id.string, partitions, claims);
      } else {
        claims.skip(kContainers, "not a card", name);
      }
    }
  }
}

Reading<Claim> claims_of_pod(const PodContext& context) {
  const PodView& pod = context.pod;
  ClaimList claims(pod, kName, "");
  const auto ids = find_text(pod.annotations, kIds);
  const auto containers = find_text(pod.annotations, kContainers);
  if ((!ids && !containers) || !holds(pod, {})) return claims.take();
  const std::vector<Partition> partitions = partitions_of(claims);
  if (containers) {
    read_containers(*containers, partitions, claims);
    return claims.take();
  }
  for (const std::string_view id : claims.list(kIds, *ids, ',')) {
    for (const ContainerView& container : pod.containers) {
      if (claims.full()) return claims.take();
      add_card(container, id, partitions, claims);
    }
  }
  return claims.take();
}

}  // namespace

Scheme describe() {
  return {.name = kName,
          .summary = "tensor-fusion: cards by UUID, per pod or per container, MIG slices beside",
          .reads = kReads,
          .rank = 70,
          .claims_of_pod = claims_of_pod};
}

}  // namespace pge::schemes::tensor_fusion
