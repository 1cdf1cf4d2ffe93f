// SPDX-License-Identifier: Apache-2.0
#include "schemes/device_status.h"

#include <map>
#include <string>

#include "schemes/claims.h"
#include "schemes/lifecycle.h"
#include "schemes/resources.h"

namespace pge::schemes {
namespace {

constexpr std::string_view kKey = "status.allocatedResourcesStatus";

// Claims of one container and resource by device: replicas of a device are one claim.
using ByDevice = std::map<DeviceKey, Claim>;

void add_id(const PodView& pod, const ContainerView& container, std::string_view resource,
            const std::string& id, ByDevice& claims) {
  ParsedId parsed = parse_device_id(resource, id);
  if (!parsed.id_is_real || parsed.monitoring) return;
  const auto [at, added] = claims.try_emplace(parsed.key);
  Claim& claim = at->second;
  if (added) {
    claim.node = pod.node_name;
    claim.pod = pod.pod;
    claim.container = container.name;
    claim.resource = resource;
    claim.scheme = std::move(parsed.scheme);
    claim.vendor = std::move(parsed.vendor);
    claim.device = parsed.key;
    claim.raw_id = id;
    claim.evidence = Evidence::status;
  }
  if (parsed.shared) ++claim.replicas;
}

}  // namespace

Reading<Claim> claims_of_status(const PodContext& context) {
  static const ResourcePatterns kPatterns = ResourcePatterns::defaults();
  const PodView& pod = context.pod;
  ClaimList errors(pod, {}, {}, Evidence::status);
  Reading<Claim> out;
  if (!holds(pod, {})) return out;
  for (const auto* list : {&pod.init_containers, &pod.containers}) {
    for (const ContainerView& container : *list) {
      if (over(pod, container)) continue;
      for (const auto& status : container.device_status) {
        ByDevice claims;
        for (const std::string& id : status.ids) {
          if (names_nothing(id) || id.size() > ClaimList::kMaxId) {
            errors.skip(kKey, "not an id", id);
          } else if (kPatterns.counts(status.resource, id)) {
            add_id(pod, container, status.resource, id, claims);
          }
          if (claims.size() + out.items.size() >= ClaimList::kMaxClaims) break;
        }
        for (auto& [key, claim] : claims) out.items.push_back(std::move(claim));
      }
    }
  }
  out.skipped = errors.take().skipped;
  return out;
}

}  // namespace pge::schemes
