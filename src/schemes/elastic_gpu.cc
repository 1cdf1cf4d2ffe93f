// SPDX-License-Identifier: Apache-2.0
//
// elastic-gpu: an annotation for each container, by name, holds the minor numbers of its cards. The
// scheduler writes it when it binds the pod; no flag follows. The kubelet's ids are picked at
// random.
#include <array>

#include "model/quantity.h"
#include "schemes/claims.h"
#include "schemes/containers.h"
#include "schemes/id_forms.h"
#include "schemes/lifecycle.h"

namespace pge::schemes::elastic_gpu {
namespace {

constexpr std::string_view kName = "elastic-gpu";
constexpr std::array<std::string_view, 2> kIds = {"elasticgpu.io/*", "elasticgpu.com/*"};
constexpr std::array<std::string_view, 2> kPrefixes = {"elasticgpu.io/container-",
                                                       "elasticgpu.com/container-"};
constexpr std::array<std::string_view, 2> kCores = {"elasticgpu.io/gpu-core",
                                                    "elasticgpu.com/gpu-core"};
constexpr std::array<std::string_view, 2> kMemories = {"elasticgpu.io/gpu-memory",
                                                       "elasticgpu.com/gpu-memory"};
constexpr std::array<std::string_view, 2> kReads = {"elasticgpu.io/container-<name>",
                                                    "elasticgpu.com/container-<name>"};
constexpr std::array<std::string_view, 4> kResources = {kCores[0], kCores[1], kMemories[0],
                                                        kMemories[1]};

std::uint64_t amount_of(const ContainerView& container, std::span<const std::string_view> names) {
  const auto amount = requested(container, requested_of(container, names));
  return amount ? quantity_units(*amount).value_or(0) : 0;
}

// Hundredths of a card and MiB; from a card on, cards are whole.
Share share_of(const ContainerView& container) {
  Share share;
  const std::uint64_t core = amount_of(container, kCores);
  if (core > 0) share.compute_ratio = core < 100 ? static_cast<double>(core) / 100 : 1;
  const std::uint64_t memory = amount_of(container, kMemories);
  if (memory > 0 && core < 100) share.memory_bytes = scaled(memory, kMiB);
  return share;
}

void read_container(std::string_view key, std::string_view name, std::string_view text,
                    ClaimList& claims) {
  const ContainerView* container = find_container(claims.pod(), name);
  if (container == nullptr) {
    claims.skip(key, "no container of this name");
    return;
  }
  if (over(claims.pod(), *container)) return;
  const std::vector<int> cards = claims.numbers(key, text, ',');
  Share share = share_of(*container);
  if (cards.size() > 1 && share.compute_ratio != 1) share = {};  // of which card, nobody says
  for (const int minor : cards) {
    claims.add(name, requested_of(*container, kResources),
               number_key(DeviceKey::Kind::minor, minor), std::to_string(minor), share);
  }
}

Reading<Claim> claims_of_pod(const PodContext& context) {
  const PodView& pod = context.pod;
  ClaimList claims(pod, kName, "nvidia");
  if (!holds(pod, {})) return claims.take();
  for (const std::string_view prefix : kPrefixes) {
    for (auto it = pod.annotations.lower_bound(prefix);
         it != pod.annotations.end() && it->first.starts_with(prefix) && !claims.full(); ++it) {
      const std::string_view key = it->first;
      read_container(key, key.substr(prefix.size()), it->second, claims);
    }
  }
  return claims.take();
}

// "<number>-<n>"
ParsedId device_key(std::string_view, std::string_view id) {
  const auto parts = cut_last_dash(id);
  const auto number = parts ? small_number(parts->first) : std::nullopt;
  if (!number) return unreal_id(std::nullopt, {id}, "nvidia", kName);
  return unreal_id(number_key(DeviceKey::Kind::minor, *number),
                   {parts->first, replica_number(parts->second), true}, "nvidia", kName);
}

}  // namespace

Scheme describe() {
  return {.name = kName,
          .vendor = "nvidia",
          .summary = "elastic-gpu: minor numbers, an annotation for each container by name",
          .resources = kResources,
          .reads = kReads,
          .rank = 130,
          .ids = kIds,
          .device_key = device_key,
          .claims_of_pod = claims_of_pod};
}

}  // namespace pge::schemes::elastic_gpu
