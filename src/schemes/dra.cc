// SPDX-License-Identifier: Apache-2.0
//
// Dynamic resource allocation. A pod names ResourceClaims, made by hand, from a template or behind
// the scenes for an extended resource; a claim's status says which devices of which driver and pool
// it was given and which pods it is reserved for; ResourceSlices say what those devices are.
// Which container uses which claim stands in the pod. What a claim gives for watching (adminAccess)
// is no use, and drivers of other things (NVIDIA's ComputeDomain channels, NICs) are none of ours.
// Where the claims cannot be read, the pod's own status names driver, pool and device as well.
#include <algorithm>
#include <array>

#include "model/quantity.h"
#include "schemes/claims.h"
#include "schemes/dra_devices.h"
#include "schemes/dra_drivers.h"
#include "schemes/dra_objects.h"
#include "schemes/lifecycle.h"

namespace pge::schemes::dra {
namespace {

constexpr std::string_view kName = "dra";
constexpr std::string_view kStatus = "status.allocatedResourcesStatus";
constexpr auto kReads = std::to_array<std::string_view>(
    {"resourceClaims of the pod and its containers", "status.resourceClaimStatuses",
     "status.extendedResourceClaimStatus", "ResourceClaim and ResourceSlice objects",
     "allocatedResourcesStatus of claims"});

using Result = ResourceClaimView::Result;

// A container's use of a request.
struct Use {
  std::string_view container;
  std::string_view request;   // empty: every request of the claim
  std::string_view resource;  // the extended resource that the claim stands behind; may be empty
};

bool for_request(const Result& result, std::string_view request) {
  const std::string_view given = result.request;
  return request.empty() || given == request ||
         (given.size() > request.size() && given.starts_with(request) &&
          given[request.size()] == '/');
}

bool reserved(const ResourceClaimView& claim, const PodRef& pod) {
  return std::ranges::any_of(claim.reserved_for, [&](const PodRef& user) {
    return user.uid.empty() || pod.uid.empty() ? user.name == pod.name : user.uid == pod.uid;
  });
}

std::vector<Use> uses_of(const PodView& pod, std::string_view claim) {
  std::vector<Use> uses;
  for (const auto* list : {&pod.init_containers, &pod.containers}) {
    for (const ContainerView& container : *list) {
      if (over(pod, container)) continue;
      for (const auto& use : container.claims) {
        if (use.claim == claim) uses.push_back({container.name, use.request, {}});
      }
    }
  }
  return uses;
}

std::vector<Use> extended_uses(const PodView& pod) {
  std::vector<Use> uses;
  for (const auto& mapping : pod.extended_claim->mappings) {
    const auto* init = &pod.init_containers;
    const auto at = std::ranges::find(*init, mapping.container, &ContainerView::name);
    if (at != init->end() && over(pod, *at)) continue;
    uses.push_back({mapping.container, mapping.request, mapping.resource});
  }
  return uses;
}

std::string_view class_of(const ResourceClaimView& claim, const Result& result) {
  return find_text(claim.classes, result.request).value_or(std::string_view());
}

// A device is the container's alone where nobody else has the claim, and the claim the device.
Share share_of(const Result& result, const std::optional<DraObjects::Place>& place, bool alone) {
  Share share;
  if (const auto memory = find_text(result.consumed, "memory")) {
    share.memory_bytes = quantity_units(*memory);
  } else if (alone && result.share_id.empty() && place) {
    share.memory_bytes = device_of_slice(*place->slice, *place->device).memory_bytes;
  }
  if (alone && result.share_id.empty()) share.compute_ratio = 1;
  return share;
}

void read_claim(const ResourceClaimView& claim, const std::vector<Use>& uses,
                const DraObjects& objects, ClaimList& claims) {
  for (const Result& result : claim.results) {
    if (claims.full()) break;
    if (result.admin_access || !is_gpu_driver(result.driver)) continue;
    if (result.pool.empty() || result.device.empty() ||
        result.driver.size() + result.pool.size() + result.device.size() > ClaimList::kMaxId) {
      claims.skip("ResourceClaim", "a result without driver, pool and device", claim.name);
      continue;
    }
    const auto place = objects.find(result.driver, result.pool, result.device);
    const DeviceKey key = place ? key_of_slice(*place->slice, *place->device)
                                : key_of_name(result.driver, result.pool, result.device);
    const std::string raw = dra_name(result.driver, result.pool, result.device);
    claims.set_vendor(vendor_of_driver(result.driver));
    std::vector<Use> users;
    std::ranges::copy_if(uses, std::back_inserter(users),
                         [&](const Use& use) { return for_request(result, use.request); });
    const bool alone = users.size() <= 1 && claim.reserved_for.size() <= 1;
    const Share share = share_of(result, place, alone);
    for (const Use& use : users) {
      const std::string_view resource =
          use.resource.empty() ? class_of(claim, result) : use.resource;
      claims.add(use.container, resource, key, raw, share);
    }
    // Held by the pod all the same, even if none of its containers asks for it.
    if (uses.empty()) claims.add({}, class_of(claim, result), key, raw, share);
  }
}

void read_object(const PodView& pod, std::string_view name, const std::vector<Use>& uses,
                 const DraObjects& objects, ClaimList& claims) {
  const ResourceClaimView* claim = objects.claim(pod.pod.ns, name);
  if (claim == nullptr || !reserved(*claim, pod.pod)) return;
  if (holds(pod, {.assigned = true})) read_claim(*claim, uses, objects, claims);
}

// "claim:<claim>[/<request>]" with "<driver>/<pool>/<device>".
Reading<Claim> claims_of_status(const PodView& pod) {
  constexpr std::string_view kClaim = "claim:";
  ClaimList claims(pod, kName, {}, Evidence::status);
  if (!holds(pod, {})) return claims.take();
  for (const auto* list : {&pod.init_containers, &pod.containers}) {
    for (const ContainerView& container : *list) {
      if (over(pod, container)) continue;
      for (const auto& status : container.device_status) {
        if (!status.resource.starts_with(kClaim)) continue;
        for (const std::string& id : status.ids) {
          const std::size_t pool = id.find('/');
          const std::size_t device = id.rfind('/');
          if (pool == std::string::npos || device == pool || id.size() > ClaimList::kMaxId) {
            claims.skip(kStatus, "not driver, pool and device", id);
            continue;
          }
          const std::string_view driver = std::string_view(id).substr(0, pool);
          if (!is_gpu_driver(driver)) continue;
          claims.set_vendor(vendor_of_driver(driver));
          claims.add(container.name, {},
                     key_of_name(driver, std::string_view(id).substr(pool + 1, device - pool - 1),
                                 std::string_view(id).substr(device + 1)),
                     id);
        }
      }
    }
  }
  return claims.take();
}

Reading<Claim> claims_of_pod(const PodContext& context) {
  const PodView& pod = context.pod;
  if (context.dra == nullptr) return claims_of_status(pod);
  ClaimList claims(pod, kName, {}, Evidence::dra_status);
  for (const auto& named : pod.claims) {
    read_object(pod, named.claim_name, uses_of(pod, named.name), *context.dra, claims);
  }
  if (pod.extended_claim) {
    read_object(pod, pod.extended_claim->claim_name, extended_uses(pod), *context.dra, claims);
  }
  return claims.take();
}

}  // namespace

Scheme describe() {
  return {.name = kName,
          .summary = "Dynamic resource allocation: devices of claims, described by slices",
          .reads = kReads,
          .rank = 300,
          .claims_of_pod = claims_of_pod};
}

}  // namespace pge::schemes::dra
