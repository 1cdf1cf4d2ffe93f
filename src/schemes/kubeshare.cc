// SPDX-License-Identifier: Apache-2.0
//
// KubeShare: its scheduler writes the cards of a pod as a comma list of UUIDs into one annotation,
// for the pod as a whole; what was asked for stands in labels.
#include <array>

#include "base/strings.h"
#include "model/quantity.h"
#include "schemes/claims.h"
#include "schemes/id_forms.h"
#include "schemes/lifecycle.h"

namespace pge::schemes::kubeshare {
namespace {

constexpr std::string_view kName = "kubeshare";
constexpr std::string_view kUuids = "sharedgpu/gpu_uuid";
constexpr std::string_view kRequest = "sharedgpu/gpu_request";
constexpr std::string_view kMemory = "sharedgpu/gpu_mem";
constexpr std::array kReads = {kUuids, kRequest, kMemory};

// `gpu_request` is a part of one card, or a number of whole ones.
Share share_of(const PodView& pod) {
  Share share;
  if (const auto text = find_text(pod.labels, kRequest)) {
    const auto cards = quantity_value(trim(*text));
    if (cards && *cards > 0) share.compute_ratio = *cards < 1 ? *cards : 1;
  }
  if (const auto text = find_text(pod.labels, kMemory)) {
    const auto bytes = quantity_units(trim(*text));
    if (bytes && *bytes > 0) share.memory_bytes = bytes;
  }
  return share;
}

Reading<Claim> claims_of_pod(const PodContext& context) {
  const PodView& pod = context.pod;
  ClaimList claims(pod, kName, "nvidia");
  const auto uuids = find_text(pod.annotations, kUuids);
  if (!uuids || !holds(pod, {})) return claims.take();
  const Share share = share_of(pod);
  for (const std::string_view uuid : claims.list(kUuids, *uuids, ',')) {
    const auto key = nvidia_uuid_key(uuid);
    if (!key) {
      claims.skip(kUuids, "not a GPU id", uuid);
      continue;
    }
    for (const ContainerView& container : pod.containers) {
      if (claims.full()) return claims.take();
      claims.add(container.name, "", *key, uuid, share);
    }
  }
  return claims.take();
}

}  // namespace

Scheme describe() {
  return {.name = kName,
          .vendor = "nvidia",
          .summary = "KubeShare: cards by UUID in one annotation per pod",
          .reads = kReads,
          .rank = 60,
          .claims_of_pod = claims_of_pod};
}

}  // namespace pge::schemes::kubeshare
