// SPDX-License-Identifier: Apache-2.0
//
// Koordinator: the devices of the pod as a whole in one JSON annotation, written before the pod is
// bound. Cards carry a minor number, in newer releases their UUID too:
//   {"gpu":[{"minor":1,"id":"GPU-…","resources":{"koordinator.sh/gpu-core":"50",…}}],"rdma":[…]}
// Every container of the pod sees them; the kubelet knows nothing. Where device plugins are adapted
// to, the minors alone stand in an annotation of their own. The Device object of the node ties
// minors to UUIDs (koordinator_devices.h); its labels and the node's name the model.
#include <algorithm>
#include <array>

#include "model/quantity.h"
#include "schemes/claims.h"
#include "schemes/containers.h"
#include "schemes/id_forms.h"
#include "schemes/json.h"
#include "schemes/labels.h"
#include "schemes/lifecycle.h"

namespace pge::schemes::koordinator {
namespace {

constexpr std::string_view kName = "koordinator";
constexpr std::string_view kAllocated = "scheduling.koordinator.sh/device-allocated";
constexpr std::string_view kCore = "koordinator.sh/gpu-core";
constexpr std::string_view kMemory = "koordinator.sh/gpu-memory";
constexpr std::uint64_t kMostMinor = 65'535;
constexpr std::string_view kMinors = "scheduling.koordinator.sh/gpu-minors";
constexpr std::array<std::string_view, 1> kModels = {"node.koordinator.sh/gpu-model"};
constexpr auto kReads = std::to_array<std::string_view>(
    {kAllocated, kMinors, "node.koordinator.sh/gpu-model (label)", "Device objects"});
constexpr std::array<std::string_view, 2> kResources = {"koordinator.sh/gpu*", "nvidia.com/gpu"};

// A card is 100 of core; values are Kubernetes quantities.
Share share_of(const Json& card) {
  Share share;
  const Json* resources = card.find("resources");
  if (resources == nullptr) return share;
  if (const auto text = resources->text_at(kCore)) {
    const auto core = quantity_units(*text).value_or(0);
    if (core > 0) share.compute_ratio = std::min(static_cast<double>(core) / 100, 1.0);
  }
  if (const auto text = resources->text_at(kMemory)) {
    const auto bytes = quantity_units(*text).value_or(0);
    if (bytes > 0) share.memory_bytes = bytes;
  }
  return share;
}

std::optional<DeviceKey> key_of(const Json& card) {
  if (const auto id = card.text_at("id"); id && !id->empty() && id->size() <= ClaimList::kMaxId) {
    return text_key(DeviceKey::Kind::uuid, *id);
  }
  const auto minor = card.whole_at("minor");
  if (!minor || *minor > kMostMinor) return std::nullopt;
  return number_key(DeviceKey::Kind::minor, static_cast<int>(*minor));
}

void read_cards(const Json& cards, ClaimList& claims) {
  const ContainerList containers = sharing_containers(claims.pod(), kResources);
  for (const Json& card : cards.items) {
    const auto key = key_of(card);
    if (!key) {
      claims.skip(kAllocated, "a card without minor and id");
      continue;
    }
    const std::string raw = key->text.empty() ? std::to_string(key->number) : key->text;
    for (const ContainerView* container : containers) {
      if (claims.full()) return;
      claims.add(container->name, requested_of(*container, kResources), *key, raw, share_of(card));
    }
  }
}

void read_minors(std::string_view text, ClaimList& claims) {
  const ContainerList containers = sharing_containers(claims.pod(), kResources);
  for (const int minor : claims.numbers(kMinors, text, ',')) {
    for (const ContainerView* container : containers) {
      if (claims.full()) return;
      claims.add(container->name, requested_of(*container, kResources),
                 number_key(DeviceKey::Kind::minor, minor), std::to_string(minor));
    }
  }
}

Reading<Claim> claims_of_pod(const PodContext& context) {
  ClaimList claims(context.pod, kName, "nvidia");
  const auto text = find_text(context.pod.annotations, kAllocated);
  const auto minors = find_text(context.pod.annotations, kMinors);
  if ((!text && !minors) || !holds(context.pod, {})) return claims.take();
  if (!text) {
    read_minors(*minors, claims);
    return claims.take();
  }
  const auto json = parse_json(*text);
  if (!json || !json->is(Json::Type::object)) {
    claims.skip(kAllocated, json ? "not an object" : json.error().text);
    return claims.take();
  }
  const Json* cards = json->find("gpu");
  if (cards == nullptr) return claims.take();  // a pod with an RDMA device only
  if (!cards->is(Json::Type::list)) {
    claims.skip(kAllocated, "\"gpu\" is not a list");
  } else {
    read_cards(*cards, claims);
  }
  return claims.take();
}

Reading<NodeModel> models_of_node(const NodeView& node) {
  return one_model("nvidia", model_text(node.labels, kModels));
}

}  // namespace

Scheme describe() {
  return {.name = kName,
          .vendor = "nvidia",
          .summary = "Koordinator: minor numbers or UUIDs, per pod in one JSON annotation",
          .resources = kResources,
          .reads = kReads,
          .rank = 40,
          .claims_of_pod = claims_of_pod,
          .models_of_node = models_of_node};
}

}  // namespace pge::schemes::koordinator
