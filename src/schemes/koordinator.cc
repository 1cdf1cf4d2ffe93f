// SPDX-License-Identifier: Apache-2.0
//
// Koordinator: the devices of the pod as a whole in one JSON annotation, written before the pod is
// bound. Cards carry a minor number, in newer releases their UUID too:
//   {"gpu":[{"minor":1,"id":"GPU-…","resources":{"koordinator.sh/gpu-core":"50",…}}],"rdma":[…]}
// Every container of the pod sees them; the kubelet knows nothing. Where Koordinator works through
// device plugins, another annotation repeats the minors alone ("0,1"). The cards' vendor is a label
// of the node's. Which card a minor is, the Device object says (koordinator_devices.h).
#include <algorithm>
#include <array>

#include "model/quantity.h"
#include "schemes/claims.h"
#include "schemes/containers.h"
#include "schemes/id_forms.h"
#include "schemes/json.h"
#include "schemes/koordinator_devices.h"
#include "schemes/labels.h"
#include "schemes/lifecycle.h"

namespace pge::schemes::koordinator {
namespace {

constexpr std::string_view kName = "koordinator";
constexpr std::string_view kAllocated = "scheduling.koordinator.sh/device-allocated";
constexpr std::string_view kMinors = "scheduling.koordinator.sh/gpu-minors";
constexpr std::array<std::string_view, 1> kModels = {"node.koordinator.sh/gpu-model"};
constexpr std::string_view kCore = "koordinator.sh/gpu-core";
constexpr std::string_view kMemory = "koordinator.sh/gpu-memory";
constexpr std::uint64_t kMostMinor = 65'535;
constexpr auto kReads = std::to_array<std::string_view>(
    {kAllocated, kMinors, "node.koordinator.sh/gpu-model (node and Device label)",
     "node.koordinator.sh/gpu-vendor (node and Device label)", "Device object"});
constexpr std::array<std::string_view, 1> kIds = {"koordinator.sh/gpu*"};
// Plugins of other vendors keep their own names.
constexpr auto kResources = std::to_array<std::string_view>(
    {"koordinator.sh/gpu*", "nvidia.com/gpu", "huawei.com/Ascend*", "huawei.com/npu-core",
     "cambricon.com/*mlu*", "metax-tech.com/*gpu"});

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

void add_card(const DeviceKey& key, const ContainerList& containers, const Share& share,
              ClaimList& claims) {
  const std::string raw = key.text.empty() ? std::to_string(key.number) : key.text;
  for (const ContainerView* container : containers) {
    if (claims.full()) return;
    claims.add(container->name, requested_of(*container, kResources), key, raw, share);
  }
}

void read_cards(const Json& cards, ClaimList& claims) {
  const ContainerList containers = sharing_containers(claims.pod(), kResources);
  for (const Json& card : cards.items) {
    if (claims.full()) return;
    if (const auto key = key_of(card)) {
      add_card(*key, containers, share_of(card), claims);
    } else {
      claims.skip(kAllocated, "a card without minor and id");
    }
  }
}

void read_allocated(std::string_view text, ClaimList& claims) {
  const auto json = parse_json(text);
  if (!json || !json->is(Json::Type::object)) {
    claims.skip(kAllocated, json ? "not an object" : json.error().text);
    return;
  }
  const Json* cards = json->find("gpu");
  if (cards == nullptr) return;  // a pod with an RDMA device only
  if (!cards->is(Json::Type::list)) {
    claims.skip(kAllocated, "\"gpu\" is not a list");
  } else {
    read_cards(*cards, claims);
  }
}

void read_minors(std::string_view text, ClaimList& claims) {
  const ContainerList containers = sharing_containers(claims.pod(), kResources);
  for (const int minor : claims.numbers(kMinors, text, ',')) {
    add_card(number_key(DeviceKey::Kind::minor, minor), containers, {}, claims);
  }
}

Reading<Claim> claims_of_pod(const PodContext& context) {
  ClaimList claims(context.pod, kName, "");
  const auto allocated = find_text(context.pod.annotations, kAllocated);
  const auto minors = find_text(context.pod.annotations, kMinors);
  if ((!allocated && !minors) || !holds(context.pod, {})) return claims.take();
  const std::string vendor =
      koordinator_vendor(context.node == nullptr ? TextMap{} : context.node->labels);
  claims.set_vendor(vendor);
  if (allocated) {
    read_allocated(*allocated, claims);
  } else {
    read_minors(*minors, claims);
  }
  return claims.take();
}

// A runtime hook shows the container other cards than the kubelet picked for "nvidia.com/gpu". Pods
// with devices of other kinds alone have the annotation too.
std::vector<std::string> unreal_vendors(const PodView& pod) {
  const auto text = find_text(pod.annotations, kAllocated);
  if (!text || text->find("\"gpu\"") == std::string_view::npos) return {};
  return {"nvidia"};
}

// The scheduler's own resources; a plugin that hands them out has nothing to pick from.
ParsedId device_key(std::string_view, std::string_view id) {
  const Stripped stripped = strip_marked_replica(id);
  const auto key = plain_key(stripped.base);
  const bool amd = key && key->kind == DeviceKey::Kind::platform;
  const bool unknown = !key || key->kind == DeviceKey::Kind::pci;
  return unreal_id(key, stripped, unknown ? "" : amd ? "amd" : "nvidia", kName);
}

Reading<NodeModel> models_of_node(const NodeView& node) {
  return one_model(koordinator_vendor(node.labels), model_text(node.labels, kModels));
}

}  // namespace

Scheme describe() {
  return {.name = kName,
          .summary = "Koordinator: minor numbers or UUIDs, per pod in one JSON annotation",
          .resources = kResources,
          .reads = kReads,
          .rank = 40,
          .ids = kIds,
          .device_key = device_key,
          .claims_of_pod = claims_of_pod,
          .models_of_node = models_of_node,
          .unreal_vendors = unreal_vendors};
}

}  // namespace pge::schemes::koordinator
