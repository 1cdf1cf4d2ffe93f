// SPDX-License-Identifier: Apache-2.0
//
// MetaX sGPU: its plugin lists the node's cards as JSON, the scheduler (HAMi, Koordinator) writes
// the cards of a pod in the vendor's own form, a list for each container:
//   node  metax-tech.com/node-gpu-devices      [{"uuid":…,"bdf":…,"model":…,"healthy":true,…}]
//   pod   metax-tech.com/gpu-devices-allocated [[{"uuid":…,"compute":50,"vRam":1024}],[]]
#include <array>

#include "model/quantity.h"
#include "schemes/claims.h"
#include "schemes/containers.h"
#include "schemes/id_forms.h"
#include "schemes/json.h"
#include "schemes/lifecycle.h"

namespace pge::schemes::metax {
namespace {

constexpr std::string_view kName = "metax";
constexpr std::string_view kAllocated = "metax-tech.com/gpu-devices-allocated";
constexpr std::string_view kRegister = "metax-tech.com/node-gpu-devices";
constexpr std::array kReads = {kAllocated, kRegister};
constexpr std::array<std::string_view, 1> kResources = {"metax-tech.com/sgpu"};

// Percent of the card, MiB of its memory.
Share share_of(const Json& card) {
  Share share;
  const auto percent = card.whole_at("compute").value_or(0);
  if (percent > 0 && percent <= 100) share.compute_ratio = static_cast<double>(percent) / 100;
  const auto mib = card.whole_at("vRam").value_or(0);
  if (mib > 0) share.memory_bytes = scaled(mib, kMiB);
  return share;
}

void read_container(const Json& cards, const ContainerView* container, ClaimList& claims) {
  if (container != nullptr && over(claims.pod(), *container)) return;
  const std::string_view name = container == nullptr ? std::string_view() : container->name;
  const std::string_view resource =
      container == nullptr ? std::string_view() : requested_of(*container, kResources);
  for (const Json& card : cards.items) {
    if (claims.full()) return;
    const auto uuid = card.text_at("uuid");
    if (!uuid || uuid->empty() || uuid->size() > ClaimList::kMaxId) {
      claims.skip(kAllocated, "a card without uuid", uuid.value_or(""));
      continue;
    }
    claims.add(name, resource, uuid_key(*uuid), *uuid, share_of(card));
  }
}

Reading<Claim> claims_of_pod(const PodContext& context) {
  ClaimList claims(context.pod, kName, kName);
  const auto text = find_text(context.pod.annotations, kAllocated);
  if (!text || !holds(context.pod, {})) return claims.take();
  const auto json = parse_json(*text);
  if (!json || !json->is(Json::Type::list)) {
    claims.skip(kAllocated, json ? "not a list" : json.error().text);
    return claims.take();
  }
  std::vector<bool> filled;
  filled.reserve(json->items.size());
  for (const Json& cards : json->items) filled.push_back(!cards.items.empty());
  const ContainerList owners = match_positions(context.pod, filled, kResources);
  for (std::size_t i = 0; i < json->items.size(); ++i) {
    read_container(json->items[i], owners[i], claims);
  }
  return claims.take();
}

void add_device(const Json& item, const std::string& node, Reading<Device>& out) {
  const auto uuid = item.text_at("uuid");
  if (!uuid || uuid->empty() || uuid->size() > ClaimList::kMaxId) {
    if (out.skipped.size() < ClaimList::kMaxSkipped) {
      out.skipped.push_back(malformed(kRegister, "a card without uuid", uuid.value_or("")));
    }
    return;
  }
  Device device;
  device.node = node;
  device.id = device.parent_id = *uuid;
  device.vendor = kName;
  device.trust = DeviceTrust::registered;
  device.model = item.text_at("model").value_or("");
  device.pci_bus_id = canonical_pci(item.text_at("bdf").value_or("")).value_or("");
  const auto mib = item.whole_at("totalVRam").value_or(0);
  if (mib > 0) device.memory_bytes = scaled(mib, kMiB);
  device.healthy = item.boolean_at("healthy").value_or(false);  // false is left out
  out.items.push_back(std::move(device));
}

Reading<Device> devices_of_node(const NodeView& node) {
  Reading<Device> out;
  const auto text = find_text(node.annotations, kRegister);
  if (!text) return out;
  const auto json = parse_json(*text);
  if (!json || !json->is(Json::Type::list)) {
    out.skipped.push_back(malformed(kRegister, json ? "not a list" : json.error().text));
    return out;
  }
  for (const Json& item : json->items) add_device(item, node.name, out);
  return out;
}

}  // namespace

Scheme describe() {
  return {.name = kName,
          .vendor = kName,
          .summary = "MetaX sGPU: cards by UUID, a list for each container",
          .resources = kResources,
          .reads = kReads,
          .rank = 94,
          .claims_of_pod = claims_of_pod,
          .devices_of_node = devices_of_node};
}

}  // namespace pge::schemes::metax
