// SPDX-License-Identifier: Apache-2.0
//
// Cambricon's dynamic SMLU: one share of one card for the pod, in annotations (one key misspelled
// by its authors).
//   CAMBRICON_DSMLU_PROFILE = <slot>_<cores in percent>_<memory in 256 MiB>, the scheduler's choice
//   CAMBRICON_DSMLU_ASSIGHED = true once the device plugin has made the instance
#include <array>

#include "base/strings.h"
#include "model/quantity.h"
#include "schemes/claims.h"
#include "schemes/containers.h"
#include "schemes/id_forms.h"
#include "schemes/lifecycle.h"

namespace pge::schemes::cambricon {
namespace {

constexpr std::string_view kName = "cambricon";
constexpr std::array<std::string_view, 1> kIds = {"cambricon.com/*"};
constexpr std::string_view kProfile = "CAMBRICON_DSMLU_PROFILE";
constexpr std::string_view kAssigned = "CAMBRICON_DSMLU_ASSIGHED";
constexpr std::array<std::string_view, 2> kReads = {kProfile, kAssigned};
constexpr std::array<std::string_view, 1> kResources = {"cambricon.com/*smlu.v*"};
constexpr std::uint64_t kMemoryUnit = 256 * kMiB;

Reading<Claim> claims_of_pod(const PodContext& context) {
  const PodView& pod = context.pod;
  ClaimList claims(pod, kName, kName);
  const auto text = find_text(pod.annotations, kProfile);
  const bool assigned = find_text(pod.annotations, kAssigned) == "true";
  if (!text || !holds(pod, {.assigned = assigned})) return claims.take();
  const auto fields = claims.list(kProfile, *text, '_');
  const auto slot = fields.size() == 3 ? small_number(fields[0]) : std::nullopt;
  const auto cores = fields.size() == 3 ? small_number(fields[1]) : std::nullopt;
  const auto memory = fields.size() == 3 ? parse_unsigned(fields[2]) : std::nullopt;
  if (!slot || !cores || !memory || *cores > 100) {
    claims.skip(kProfile, "not <slot>_<cores>_<memory>", *text);
    return claims.take();
  }
  Share share;
  if (*cores > 0) share.compute_ratio = static_cast<double>(*cores) / 100;
  if (*memory > 0) share.memory_bytes = scaled(*memory, kMemoryUnit);
  for (const ContainerView* container : sharing_containers(pod, kResources)) {
    if (claims.full()) break;
    claims.add(container->name, requested_of(*container, kResources),
               number_key(DeviceKey::Kind::index, *slot), fields[0], share);
  }
  return claims.take();
}

// "MLU-<uuid>", "MLU-<uuid>-_-<n>" (env share), "MLU-<uuid>-mim-MLU-<uuid>" (a hardware partition,
// which has its own id), "MLU-<uuid>-<profile>-<n>" (sMLU), "real-mlu-counts-MLU-<uuid>" (counts
// the cards behind the shares, gives nothing).
ParsedId device_key(std::string_view, std::string_view id) {
  constexpr std::string_view kCounts = "real-mlu-counts-";
  constexpr std::string_view kMim = "-mim-";
  if (id.starts_with(kCounts)) {
    ParsedId out = parsed_id(uuid_key(id.substr(kCounts.size())), {id}, kName);
    out.monitoring = true;
    return out;
  }
  if (const std::size_t mim = id.find(kMim); mim != std::string_view::npos) {
    return parsed_id(uuid_key(id.substr(mim + kMim.size())), {id}, kName, "mim");
  }
  const Stripped share = strip_marked_replica(id);
  if (share.shared) return parsed_id(uuid_key(share.base), share, kName, "time-slicing");
  const std::size_t length = (id.starts_with("MLU-") ? 4U : 0U) + kUuidLength;
  const bool has_uuid =
      id.size() >= length && is_uuid(id.substr(length - kUuidLength, kUuidLength));
  if (has_uuid && id.size() > length && id[length] == '-') {
    const std::string_view number = id.substr(id.rfind('-') + 1);
    return parsed_id(uuid_key(id.substr(0, length)), {id, replica_number(number), true}, kName,
                     "smlu");
  }
  const bool known = has_uuid || id.starts_with("MLU-");
  return parsed_id(known ? std::optional(uuid_key(id)) : std::nullopt, {id}, kName);
}

}  // namespace

Scheme describe() {
  return {.name = kName,
          .vendor = kName,
          .summary = "Cambricon dynamic SMLU: the card's slot, per pod",
          .resources = kResources,
          .reads = kReads,
          .rank = 140,
          .ids = kIds,
          .device_key = device_key,
          .claims_of_pod = claims_of_pod};
}

}  // namespace pge::schemes::cambricon
