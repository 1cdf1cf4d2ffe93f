// SPDX-License-Identifier: Apache-2.0
//
// Device plugins whose ids are real. On the node the kubelet says who holds which id; from afar
// only the pod's own status does: what the kubelet itself writes into the pod's status about its
// devices (allocatedResourcesStatus, Kubernetes 1.31 and later, where switched on): device-plugin
// ids verbatim under the resource's name, DRA devices as "<driver>/<pool>/<device>" under
// "claim:<claim>[/<request>]". Without an agent on the node it is all that tells the cards of the
// plain device plugins.
#include <array>
#include <map>

#include "schemes/claims.h"
#include "schemes/containers.h"
#include "schemes/dra_drivers.h"
#include "schemes/dra_objects.h"
#include "schemes/lifecycle.h"
#include "schemes/resources.h"

namespace pge::schemes::device_plugin {
namespace {

constexpr std::string_view kName = "device-plugin";
constexpr std::string_view kStatus = "allocatedResourcesStatus";
constexpr std::string_view kClaim = "claim:";
constexpr std::array<std::string_view, 1> kReads = {
    "status.containerStatuses[].allocatedResourcesStatus"};

using Kind = DeviceKey::Kind;

// One device of one container and resource; replicas of it are counted.
struct Entry {
  ParsedId parsed;
  std::string raw;
  std::uint32_t replicas = 0;
};

const ResourcePatterns& patterns_of(const PodContext& context) {
  static const ResourcePatterns defaults = ResourcePatterns::defaults();
  return context.resources == nullptr ? defaults : *context.resources;
}

void read_ids(const PodContext& context, const ContainerView& container,
              const ContainerView::DeviceStatus& status, ClaimList& claims) {
  if (status.resource.size() > ClaimList::kMaxId) {
    claims.skip(kStatus, "a name longer than any resource's", status.resource);
    return;
  }
  const ResourcePatterns& patterns = patterns_of(context);
  std::map<DeviceKey, Entry> entries;
  for (const std::string& id : status.ids) {
    const bool listed = patterns.listed(status.resource);
    ParsedId parsed = parse_device_id(status.resource, id);
    if (listed && (parsed.malformed || id.size() > ClaimList::kMaxId)) {
      claims.skip(kStatus, "an id that names no device", id);
      continue;
    }
    if (!patterns.counts(status.resource, id)) continue;
    // Where the kubelet's pick says nothing, the container holds some device, nobody knows which.
    if (!parsed.id_is_real) parsed.key = {};
    const auto [at, added] = entries.try_emplace(parsed.key, Entry{parsed, id, 0});
    Entry& entry = at->second;
    if (!added && !entry.parsed.shared) continue;
    if (!parsed.shared) entry = {parsed, id, 0};
    if (parsed.shared) ++entry.replicas;
  }
  for (auto& [key, entry] : entries) {
    claims.set_scheme(entry.parsed.scheme);
    claims.set_vendor(entry.parsed.vendor);
    claims.add(container.name, status.resource, key, entry.raw, {.replicas = entry.replicas});
  }
}

struct Triplet {
  std::string_view driver;
  std::string_view pool;  // may hold slashes
  std::string_view device;
};

std::optional<Triplet> triplet_of(std::string_view id) {
  const std::size_t first = id.find('/');
  const std::size_t last = id.rfind('/');
  if (first == std::string_view::npos || first == last) return std::nullopt;
  const Triplet out{id.substr(0, first), id.substr(first + 1, last - first - 1),
                    id.substr(last + 1)};
  if (out.driver.empty() || out.pool.empty() || out.device.empty()) return std::nullopt;
  return out;
}

// The object behind "claim:<claim>[/<request>]": the pod's name for it, or its own.
const ResourceClaimView* claim_of(const PodContext& context, std::string_view name) {
  if (context.dra == nullptr) return nullptr;
  name = name.substr(0, name.find('/'));
  for (const PodView::ClaimName& known : context.pod.claims) {
    if (known.name == name) {
      return context.dra->find_claim(context.pod.pod.ns, known.claim_name);
    }
  }
  return context.dra->find_claim(context.pod.pod.ns, name);
}

bool only_watched(const ResourceClaimView* claim, const Triplet& id) {
  if (claim == nullptr) return false;
  bool watched = false;
  for (const ResourceClaimView::Result& result : claim->results) {
    if (result.driver != id.driver || result.pool != id.pool || result.device != id.device) {
      continue;
    }
    if (!is_monitoring(*claim, result)) return false;
    watched = true;
  }
  return watched;
}

void read_claim(const PodContext& context, const ContainerView& container,
                const ContainerView::DeviceStatus& status, ClaimList& claims) {
  const std::string_view name = std::string_view(status.resource).substr(kClaim.size());
  const ResourceClaimView* claim = claim_of(context, name);
  claims.set_scheme("dra");
  for (const std::string& id : status.ids) {
    const auto triplet = triplet_of(id);
    if (!triplet || id.size() > ClaimList::kMaxId) {
      claims.skip(kStatus, "not a device of a claim", id);
      continue;
    }
    if (!is_gpu_driver(triplet->driver) || only_watched(claim, *triplet)) continue;
    const Device* device =
        context.dra == nullptr
            ? nullptr
            : context.dra->find_device(triplet->driver, triplet->pool, triplet->device);
    DeviceKey key = device != nullptr
                        ? schemes::key_of(*device)
                        : key_of_name(triplet->driver, triplet->pool, triplet->device);
    claims.set_vendor(vendor_of_driver(triplet->driver));
    claims.add(container.name, {}, std::move(key), id);
  }
}

Reading<Claim> claims_of_pod(const PodContext& context) {
  const PodView& pod = context.pod;
  ClaimList claims(pod, kName, "", Evidence::status);
  // The kubelet writes it when it has given the devices, so it is its own flag.
  if (!holds(pod, {.assigned = true})) return claims.take();
  for (const ContainerView* container : init_then_regular(pod)) {
    if (container->device_status.empty() || over(pod, *container)) continue;
    for (const ContainerView::DeviceStatus& status : container->device_status) {
      if (claims.full()) return claims.take();
      if (std::string_view(status.resource).starts_with(kClaim)) {
        read_claim(context, *container, status, claims);
      } else {
        read_ids(context, *container, status, claims);
      }
    }
  }
  return claims.take();
}

}  // namespace

Scheme describe() {
  return {.name = kName,
          .summary = "Ids of device plugins, and devices of claims, in the status of the pod",
          .reads = kReads,
          .rank = 900,
          .claims_of_pod = claims_of_pod};
}

}  // namespace pge::schemes::device_plugin
