// SPDX-License-Identifier: Apache-2.0
#include "sources/kubernetes/pod_resources_facts.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "schemes/device_ids.h"
#include "schemes/dra_drivers.h"
#include "schemes/resolve.h"

namespace pge {
namespace {

// Claims of one container and resource by the device that its ids name.
using ClaimsOfGrant = std::map<DeviceKey, Claim>;

Claim base_claim(const PodRef& pod, const std::string& container, std::string_view node) {
  Claim claim;
  claim.node = node;
  claim.pod = pod;
  claim.container = container;
  claim.evidence = Evidence::kubelet_id;
  return claim;
}

void add_id(const PodRef& pod, const IdGrant& grant, const std::string& id, std::string_view node,
            ClaimsOfGrant& claims) {
  schemes::ParsedId parsed = schemes::parse_device_id(grant.resource, id);
  auto [it, added] = claims.try_emplace(parsed.key);
  Claim& claim = it->second;
  // A plain id is the whole device: what else the container holds of it adds nothing.
  const bool whole_before = !added && claim.replicas == 0;
  if (added || (!parsed.shared && !whole_before)) {
    claim = base_claim(pod, grant.container, node);
    claim.resource = grant.resource;
    claim.scheme = std::move(parsed.scheme);
    claim.vendor = std::move(parsed.vendor);
    if (parsed.id_is_real) claim.device = parsed.key;
    claim.raw_id = id;
  }
  if (parsed.shared && !whole_before) ++claim.replicas;
}

Claim dynamic_claim(const PodRef& pod, const DynamicGrant& grant, std::string_view node) {
  Claim claim = base_claim(pod, grant.container, node);
  claim.resource = grant.device_class;
  claim.scheme = "dra";
  claim.vendor = vendor_of_driver(grant.driver);
  claim.device = grant.by_cdi_name ? schemes::key_of_cdi(grant.device, node)
                                   : DeviceKey{DeviceKey::Kind::dra, grant.device};
  claim.raw_id = grant.device;
  claim.replicas = static_cast<std::uint32_t>(grant.share_ids.size());
  return claim;
}

void add_pod(const PodGrants& pod, std::string_view node, std::vector<Claim>& claims) {
  for (const IdGrant& grant : pod.ids) {
    ClaimsOfGrant by_device;
    for (const std::string& id : grant.ids) add_id(pod.pod, grant, id, node, by_device);
    for (auto& [key, claim] : by_device) claims.push_back(std::move(claim));
  }
  for (const DynamicGrant& grant : pod.dynamic)
    claims.push_back(dynamic_claim(pod.pod, grant, node));
}

bool in_order(const Claim& a, const Claim& b) {
  return std::tie(a.pod, a.container, a.resource, a.device, a.raw_id) <
         std::tie(b.pod, b.container, b.resource, b.device, b.raw_id);
}

std::vector<HeldResource> held_by(const std::vector<PodGrants>& pods, std::string_view node) {
  std::map<std::string_view, std::set<std::string_view>> by_resource;
  for (const PodGrants& pod : pods) {
    for (const IdGrant& grant : pod.ids)
      by_resource[grant.resource].insert(grant.ids.begin(), grant.ids.end());
  }
  std::vector<HeldResource> held;
  held.reserve(by_resource.size());
  for (const auto& [resource, ids] : by_resource)
    held.push_back({std::string(node), std::string(resource), {ids.begin(), ids.end()}});
  return held;
}

}  // namespace

Facts facts_of(const KubeletAnswer& answer, std::string_view node) {
  Facts facts;
  for (const PodGrants& pod : answer.pods) add_pod(pod, node, facts.claims);
  std::ranges::sort(facts.claims, in_order);
  facts.held = held_by(answer.pods, node);
  facts.allocatable = answer.allocatable;
  return facts;
}

}  // namespace pge
