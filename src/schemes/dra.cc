// SPDX-License-Identifier: Apache-2.0
//
// Dynamic resource allocation: the pod names ResourceClaims, a claim's status says which devices it
// got and for which pods, ResourceSlices say what those are. Containers refer to a claim or to one
// request of it; a claim may be shared by containers and by pods, and one device by claims (share
// ids). Where the cluster bridges extended resources to DRA, the pod asks for "nvidia.com/gpu" and
// its status names a hidden claim. What is allocated with adminAccess is watched, not used.
#include <array>
#include <map>
#include <set>

#include "model/quantity.h"
#include "schemes/claims.h"
#include "schemes/containers.h"
#include "schemes/dra_drivers.h"
#include "schemes/dra_objects.h"
#include "schemes/lifecycle.h"

namespace pge::schemes::dra {
namespace {

constexpr std::string_view kName = "dra";
constexpr auto kReads = std::to_array<std::string_view>(
    {"spec.resourceClaims", "spec.containers[].resources.claims", "status.resourceClaimStatuses",
     "status.extendedResourceClaimStatus", "ResourceClaim", "ResourceSlice"});

// Requests of a claim for which somebody in the pod has a use.
struct Use {
  std::string_view container;  // empty: none of them, so the pod as a whole
  const ResourceClaimView* claim = nullptr;
  std::string_view request;   // empty: all of them
  std::string_view resource;  // where an extended resource stands for the request
};

bool is_reserved_for(const ResourceClaimView& claim, const PodRef& pod) {
  for (const PodRef& user : claim.reserved_for) {
    const bool by_uid = !user.uid.empty() && !pod.uid.empty();
    if (by_uid ? user.uid == pod.uid : user.name == pod.name) return true;
  }
  return false;
}

// The claims of a pod, by the pod's names for them, as far as they are allocated for it.
class PodClaims {
 public:
  PodClaims(const PodContext& context, ClaimList& errors) : context_(context), errors_(errors) {
    for (const PodView::ClaimName& name : context.pod.claims) {
      if (!name.claim_name.empty() && !by_name_.contains(name.name)) {
        by_name_[name.name] = find(name.claim_name);
      }
    }
  }

  const ResourceClaimView* find(std::string_view object) {
    const PodRef& pod = context_.pod.pod;
    const ResourceClaimView* claim = context_.dra->find_claim(pod.ns, object);
    if (claim == nullptr) {
      errors_.skip({ErrorKind::not_found,
                    "no such object",
                    "ResourceClaim " + pod.ns + "/" + std::string(object),
                    {}});
      return nullptr;
    }
    return is_reserved_for(*claim, pod) ? claim : nullptr;
  }

  const ResourceClaimView* named(std::string_view name) const {
    const auto at = by_name_.find(name);
    return at == by_name_.end() ? nullptr : at->second;
  }

  const std::map<std::string_view, const ResourceClaimView*>& all() const { return by_name_; }

 private:
  const PodContext& context_;
  ClaimList& errors_;
  std::map<std::string_view, const ResourceClaimView*> by_name_;
};

void add_named_uses(const PodView& pod, const PodClaims& claims, std::vector<Use>& uses) {
  std::set<std::string_view> referred;
  for (const ContainerView* container : init_then_regular(pod)) {
    for (const ContainerView::ClaimUse& use : container->claims) {
      referred.insert(use.claim);
      const ResourceClaimView* claim = claims.named(use.claim);
      if (claim != nullptr && !over(pod, *container)) {
        uses.push_back({container->name, claim, use.request, {}});
      }
    }
  }
  // The kubelet prepares these too, so nobody else can have the devices.
  for (const auto& [name, claim] : claims.all()) {
    if (claim != nullptr && !referred.contains(name)) uses.push_back({{}, claim, {}, {}});
  }
}

void add_extended_uses(const PodView& pod, PodClaims& claims, std::vector<Use>& uses) {
  if (!pod.extended_claim || pod.extended_claim->claim_name.empty()) return;
  const ResourceClaimView* claim = claims.find(pod.extended_claim->claim_name);
  if (claim == nullptr) return;
  for (const PodView::ExtendedClaim::Mapping& mapping : pod.extended_claim->mappings) {
    const ContainerView* container = find_container(pod, mapping.container);
    if (container == nullptr || mapping.request.empty() || over(pod, *container)) continue;
    uses.push_back({container->name, claim, mapping.request, mapping.resource});
  }
}

std::string_view class_of(const ResourceClaimView& claim, std::string_view request) {
  return find_text(claim.classes, request).value_or(std::string_view());
}

// What one container holds of one device, over all claims and shares.
struct Holding {
  const ResourceClaimView::Result* result = nullptr;
  std::string_view resource;
  std::set<std::string_view> shares;
  std::uint64_t memory = 0;  // of the shares
  bool alone = true;         // no other pod has the claim
};

using Holdings = std::map<std::pair<std::string_view, std::string>, Holding>;

std::uint64_t consumed_memory(const ResourceClaimView::Result& result) {
  for (const std::string& name : {std::string("memory"), result.driver + "/memory"}) {
    if (const auto text = find_text(result.consumed, name)) {
      return quantity_units(*text).value_or(0);
    }
  }
  return 0;
}

void add_use(const Use& use, Holdings& holdings) {
  for (const ResourceClaimView::Result& result : use.claim->results) {
    if (!is_gpu_driver(result.driver) || result.pool.empty() || result.device.empty()) continue;
    if (!serves(result, use.request) || is_monitoring(*use.claim, result)) continue;
    Holding& holding =
        holdings[{use.container, dra_name(result.driver, result.pool, result.device)}];
    if (holding.result == nullptr) {
      holding.result = &result;
      holding.resource = use.resource.empty() ? class_of(*use.claim, result.request) : use.resource;
    }
    holding.alone = holding.alone && use.claim->reserved_for.size() < 2;
    if (!result.share_id.empty() && holding.shares.insert(result.share_id).second) {
      const std::uint64_t more = consumed_memory(result);
      holding.memory = holding.memory > UINT64_MAX - more ? UINT64_MAX : holding.memory + more;
    }
  }
}

// Where several containers have a device, none of them has it alone.
Holdings holdings_of(const std::vector<Use>& uses) {
  Holdings out;
  for (const Use& use : uses) add_use(use, out);
  std::map<std::string_view, int> containers;
  for (const auto& [place, holding] : out) ++containers[place.second];
  for (auto& [place, holding] : out) {
    holding.alone = holding.alone && containers[place.second] == 1;
  }
  return out;
}

Share share_of(const Holding& holding, const Device* device) {
  Share share;
  share.replicas = static_cast<std::uint32_t>(holding.shares.size());
  if (share.replicas > 0) {
    if (holding.memory > 0) share.memory_bytes = holding.memory;
  } else if (holding.alone) {
    share.compute_ratio = 1;
    if (device != nullptr) share.memory_bytes = device->memory_bytes;
  }
  return share;
}

Reading<Claim> claims_of_pod(const PodContext& context) {
  const PodView& pod = context.pod;
  ClaimList claims(pod, kName, "", Evidence::dra_status);
  const bool asks = !pod.claims.empty() || pod.extended_claim.has_value();
  if (!asks || context.dra == nullptr || !holds(pod, {})) return claims.take();
  PodClaims pod_claims(context, claims);
  std::vector<Use> uses;
  add_named_uses(pod, pod_claims, uses);
  add_extended_uses(pod, pod_claims, uses);
  for (const auto& [place, holding] : holdings_of(uses)) {
    if (claims.full()) break;
    const ResourceClaimView::Result& result = *holding.result;
    const Device* device = context.dra->find_device(result.driver, result.pool, result.device);
    DeviceKey key = device != nullptr ? key_of(*device)
                                      : key_of_name(result.driver, result.pool, result.device);
    claims.set_vendor(vendor_of_driver(result.driver));
    claims.add(place.first, holding.resource, std::move(key), place.second,
               share_of(holding, device));
  }
  return claims.take();
}

}  // namespace

Scheme describe() {
  return {.name = kName,
          .summary = "Dynamic resource allocation: results of ResourceClaims, any GPU driver",
          .reads = kReads,
          .rank = 300,
          .claims_of_pod = claims_of_pod};
}

}  // namespace pge::schemes::dra
