// SPDX-License-Identifier: Apache-2.0
//
// Enflame's gcushare: minor numbers of the pod as a whole; which of its containers have how many
// slices of the card stands in a JSON object, completed when the plugin has given them:
//   pod   enflame.com/gcu-assigned-minor = "0", enflame.com/gcu-assigned = "false" | "true"
//   pod   assigned-containers = {"<container>":{"allocated":true,"request":3}}
//   node  enflame.com/gcu-drs-capacity = {"devices":[{"index":"0","minor":"0","capacity":6}]}
// Cards have no id of their own there; HAMi calls them <node>-enflame-drs-<index>, and so do we.
#include <algorithm>
#include <array>

#include "base/strings.h"
#include "schemes/claims.h"
#include "schemes/containers.h"
#include "schemes/id_forms.h"
#include "schemes/json.h"
#include "schemes/labels.h"
#include "schemes/lifecycle.h"

namespace pge::schemes::enflame {
namespace {

constexpr std::string_view kName = "enflame";
constexpr std::string_view kMinor = "enflame.com/gcu-assigned-minor";
constexpr std::string_view kAssigned = "enflame.com/gcu-assigned";
constexpr std::string_view kContainers = "assigned-containers";
constexpr std::string_view kCapacity = "enflame.com/gcu-drs-capacity";
constexpr std::array<std::string_view, 1> kModels = {"enflame.com/gcu.model"};
constexpr std::string_view kModelMemory = "enflame.com/gcu.memory";  // MiB
constexpr auto kReads = std::to_array<std::string_view>(
    {kMinor, kAssigned, kContainers, kCapacity, "enflame.com/gcu.model (node label)"});
constexpr std::array<std::string_view, 2> kResources = {"enflame.com/drs-gcu",
                                                        "enflame.com/shared-gcu"};

// Numbers stand as texts or as numbers.
std::optional<std::uint64_t> number_at(const Json& object, std::string_view key) {
  if (const auto text = object.text_at(key)) return parse_unsigned(trim(*text));
  return object.whole_at(key);
}

// Slices that a card of the node is cut into; nothing where the node is not known.
std::optional<std::uint64_t> slices_of_card(const NodeView* node, int minor) {
  const auto text = node == nullptr ? std::nullopt : find_text(node->annotations, kCapacity);
  const auto json = text ? parse_json(*text) : fail(ErrorKind::absent, "");
  const Json* cards = json ? json->find("devices") : nullptr;
  if (cards == nullptr) return std::nullopt;
  for (const Json& card : cards->items) {
    if (number_at(card, "minor") == static_cast<std::uint64_t>(minor)) {
      return number_at(card, "capacity");
    }
  }
  return std::nullopt;
}

Share share_of(const Json& container, std::optional<std::uint64_t> slices) {
  const auto request = number_at(container, "request").value_or(0);
  if (request == 0 || !slices || *slices < request) return {};
  return {.compute_ratio = static_cast<double>(request) / static_cast<double>(*slices)};
}

void add(const ContainerView& container, int minor, const Share& share, ClaimList& claims) {
  if (over(claims.pod(), container)) return;
  claims.add(container.name, requested_of(container, kResources),
             number_key(DeviceKey::Kind::minor, minor), std::to_string(minor), share);
}

// Each container that the object names; the ones that ask where it cannot be read.
void read_containers(const PodContext& context, int minor, ClaimList& claims) {
  const auto text = find_text(context.pod.annotations, kContainers);
  const auto json = text ? parse_json(*text) : fail(ErrorKind::absent, "");
  if (text && (!json || !json->is(Json::Type::object))) {
    claims.skip(kContainers, json ? "not an object" : json.error().text);
  }
  if (!json || json->members.empty()) {
    for (const auto* container : sharing_containers(context.pod, kResources)) {
      if (claims.full()) return;
      add(*container, minor, {}, claims);
    }
    return;
  }
  const auto slices = slices_of_card(context.node, minor);
  for (const auto& [name, entry] : json->members) {
    if (claims.full()) return;
    if (const ContainerView* container = find_container(context.pod, name)) {
      add(*container, minor, share_of(entry, slices), claims);
    } else {
      claims.skip(kContainers, "no container of this name", name);
    }
  }
}

Reading<Claim> claims_of_pod(const PodContext& context) {
  const PodView& pod = context.pod;
  ClaimList claims(pod, kName, kName);
  const auto minors = find_text(pod.annotations, kMinor);
  const bool assigned = find_text(pod.annotations, kAssigned) == "true";
  if (!minors || !holds(pod, {.assigned = assigned})) return claims.take();
  for (const int minor : claims.numbers(kMinor, *minors, ',')) {
    if (claims.full()) break;
    read_containers(context, minor, claims);
  }
  return claims.take();
}

Reading<Device> devices_of_node(const NodeView& node) {
  Reading<Device> out;
  const auto text = find_text(node.annotations, kCapacity);
  if (!text) return out;
  const auto json = parse_json(*text);
  const Json* cards = json ? json->find("devices") : nullptr;
  if (cards == nullptr || !cards->is(Json::Type::list)) {
    out.skipped.push_back(malformed(kCapacity, json ? "no list of devices" : json.error().text));
    return out;
  }
  for (const Json& card : cards->items) {
    const auto index = number_at(card, "index");
    const auto minor = number_at(card, "minor");
    if (!index || *index > 0xffff) {
      if (out.skipped.size() < ClaimList::kMaxSkipped) {
        out.skipped.push_back(malformed(kCapacity, "a card without index"));
      }
      continue;
    }
    Device device;
    device.node = node.name;
    device.id = node.name + "-enflame-drs-" + std::to_string(*index);
    device.parent_id = device.id;
    device.vendor = kName;
    device.trust = DeviceTrust::registered;
    device.index = static_cast<int>(*index);
    device.minor = minor && *minor <= 0xffff ? static_cast<int>(*minor) : device.index;
    out.items.push_back(std::move(device));
  }
  return out;
}

Reading<NodeModel> models_of_node(const NodeView& node) {
  return one_model(kName, model_text(node.labels, kModels), mib_text(node.labels, kModelMemory));
}

}  // namespace

Scheme describe() {
  return {.name = kName,
          .vendor = kName,
          .summary = "Enflame gcushare: minor numbers, slices of a card for each container",
          .resources = kResources,
          .reads = kReads,
          .rank = 160,
          .claims_of_pod = claims_of_pod,
          .devices_of_node = devices_of_node,
          .models_of_node = models_of_node};
}

}  // namespace pge::schemes::enflame
