// SPDX-License-Identifier: Apache-2.0
//
// Volcano's vGPU: HAMi's list under keys of its own, with two differences. Segments are joined, not
// terminated, and only containers that ask for a vGPU have one. The kubelet's ids are picked at
// random.
#include <array>

#include "schemes/claims.h"
#include "schemes/containers.h"
#include "schemes/id_forms.h"
#include "schemes/lifecycle.h"
#include "schemes/vgpu_list.h"

namespace pge::schemes::volcano_vgpu {
namespace {

constexpr std::string_view kName = "volcano-vgpu";
constexpr std::array<std::string_view, 1> kIdResources = {"volcano.sh/vgpu-*"};
constexpr std::string_view kIds = "volcano.sh/vgpu-ids-new";
constexpr std::string_view kPhase = "volcano.sh/bind-phase";
constexpr std::string_view kRegister = "volcano.sh/node-vgpu-register";
constexpr std::array<std::string_view, 1> kNodes = {"volcano.sh/vgpu-node"};
constexpr auto kReads =
    std::to_array<std::string_view>({"volcano.sh/vgpu-ids-new", "volcano.sh/vgpu-node",
                                     "volcano.sh/bind-phase", "volcano.sh/node-vgpu-register"});
constexpr auto kResources =
    std::to_array<std::string_view>({"volcano.sh/vgpu-number", "volcano.sh/vgpu-memory",
                                     "volcano.sh/vgpu-memory-percentage", "volcano.sh/vgpu-cores"});

// The k-th segment belongs to the k-th container that asks. Resource names can be changed; where
// nobody seems to ask, a list as long as the pod's has one segment for each container.
ContainerList owners_of(const PodView& pod, std::size_t segments) {
  ContainerList owners = requesting(regular(pod), kResources);
  if (owners.empty() && pod.containers.size() == segments) owners = regular(pod);
  owners.resize(segments, nullptr);
  return owners;
}

Reading<Claim> claims_of_pod(const PodContext& context) {
  const PodView& pod = context.pod;
  ClaimList claims(pod, kName, "nvidia");
  const auto ids = find_text(pod.annotations, kIds);
  const auto phase = find_text(pod.annotations, kPhase).value_or("");
  const Marks marks{.assigned = phase == "success", .failed = phase == "failed"};
  if (!ids || !holds(pod, marks, kNodes)) return claims.take();
  const auto segments = parse_vgpu_list(kIds, *ids, SegmentEnd::joined, claims);
  const ContainerList owners = owners_of(pod, segments.size());
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const ContainerView* owner = owners[i];
    for (const VgpuDevice& device : segments[i]) {
      const auto key = nvidia_uuid_key(device.uuid);
      if (!key) {
        claims.skip(kIds, "not a GPU id", device.raw);
        continue;
      }
      claims.add(owner == nullptr ? std::string_view() : owner->name,
                 owner == nullptr ? std::string_view() : requested_of(*owner, kResources), *key,
                 device.raw, share_of(device));
    }
  }
  return claims.take();
}

Reading<Device> devices_of_node(const NodeView& node) {
  Reading<Device> out;
  Device common;
  common.node = node.name;
  common.trust = DeviceTrust::registered;
  common.vendor = "nvidia";
  if (const auto text = find_text(node.annotations, kRegister)) {
    parse_register(kRegister, *text, RegisterForm::volcano, common, out);
  }
  return out;
}

// "<uuid>-<n>", "<uuid>-memory-<n>", "<uuid>-core-<n>"
ParsedId device_key(std::string_view, std::string_view id) {
  if (const auto parts = cut_last_dash(id)) {
    for (const std::string_view unit : {"-memory", "-core"}) {
      if (!parts->first.ends_with(unit)) continue;
      const std::string_view base = parts->first.substr(0, parts->first.size() - unit.size());
      if (const auto key = nvidia_uuid_key(base)) {
        return unreal_id(key, {base, replica_number(parts->second), true}, "nvidia", kName);
      }
    }
  }
  if (const auto replica = strip_dashed_replica(id, "GPU-")) {
    return unreal_id(uuid_key(replica->base), *replica, "nvidia", kName);
  }
  return unreal_id(nvidia_uuid_key(id), {id}, "nvidia", kName);
}

}  // namespace

Scheme describe() {
  return {.name = kName,
          .vendor = "nvidia",
          .summary = "Volcano vGPU: cards by UUID, a segment for each container that asks",
          .resources = kResources,
          .reads = kReads,
          .rank = 20,
          .ids = kIdResources,
          .device_key = device_key,
          .claims_of_pod = claims_of_pod,
          .devices_of_node = devices_of_node};
}

}  // namespace pge::schemes::volcano_vgpu
