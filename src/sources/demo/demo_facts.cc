// SPDX-License-Identifier: Apache-2.0
#include "sources/demo/demo_facts.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pge::demo {
namespace {

// Words about shares and claims come from schedulers and drivers, all others from the kubelet.
Evidence evidence_of(const Slot& slot) {
  if (!slot.counted) return Evidence::dra_status;
  const bool shared = slot.compute_ratio || slot.memory_bytes;
  return shared ? Evidence::realised_annotation : Evidence::kubelet_id;
}

Claim claim_of(const Cluster& cluster, const Slot& slot, const DemoPod& pod) {
  const Device& device = cluster.devices[slot.device];
  const auto kind = device.vendor == "nvidia" ? DeviceKey::Kind::uuid : DeviceKey::Kind::pci;
  return {.node = cluster.nodes[slot.node],
          .pod = {pod.ns, pod.name, pod.uid},
          .container = pod.container,
          .resource = slot.resource,
          .scheme = slot.scheme,
          .vendor = device.vendor,
          .device = {.kind = kind, .text = device.id},
          .raw_id = slot.ids.front(),
          .replicas = slot.replicas,
          .compute_ratio = slot.compute_ratio,
          .memory_bytes = slot.memory_bytes,
          .evidence = evidence_of(slot)};
}

PodInfo info_of(const Cluster& cluster, std::uint32_t slot, const DemoPod& pod, WallTime began) {
  const auto started = began + std::chrono::duration_cast<WallTime::duration>(pod.started);
  return {.node = cluster.nodes[cluster.slots[slot].node],
          .pod = {pod.ns, pod.name, pod.uid},
          .config_hash = {},
          .phase = PodPhase::running,
          .present = true,
          // Kubernetes gives whole seconds.
          .start_seconds = unix_seconds(std::chrono::floor<std::chrono::seconds>(started)),
          .containers = {{.name = pod.container, .ids = {}}},
          .unreal_vendors = {}};
}

// `slots` by node and resource.
std::vector<AllocatableResource> listed(const Cluster& cluster,
                                        const std::vector<std::uint32_t>& slots) {
  std::map<std::pair<std::uint32_t, std::string_view>, std::vector<std::string>> ids;
  for (const std::uint32_t number : slots) {
    const Slot& slot = cluster.slots[number];
    if (!slot.counted) continue;
    auto& list = ids[{slot.node, slot.resource}];
    list.insert(list.end(), slot.ids.begin(), slot.ids.end());
  }
  std::vector<AllocatableResource> lists;
  lists.reserve(ids.size());
  for (auto& [key, list] : ids) {
    std::ranges::sort(list);
    lists.push_back({cluster.nodes[key.first], std::string(key.second), std::move(list)});
  }
  return lists;
}

}  // namespace

Facts facts_of(const Simulation& simulation, WallTime began) {
  const Cluster& cluster = simulation.cluster();
  Facts facts;
  facts.pods.emplace();
  facts.pods->reserve(simulation.pods().size() + 1);
  facts.claims.reserve(cluster.slots.size());
  std::vector<std::uint32_t> held;
  held.reserve(cluster.slots.size());
  for (const DemoPod& pod : simulation.pods()) {
    facts.pods->push_back(info_of(cluster, pod.slots.front(), pod, began));
    for (const std::uint32_t slot : pod.slots) {
      facts.claims.push_back(claim_of(cluster, cluster.slots[slot], pod));
      held.push_back(slot);
    }
  }
  if (const auto& conflict = simulation.conflict()) {
    facts.pods->push_back(info_of(cluster, conflict->slot, conflict->pod, began));
    facts.claims.push_back(claim_of(cluster, cluster.slots[conflict->slot], conflict->pod));
  }
  std::vector<std::uint32_t> all(cluster.slots.size());
  for (std::uint32_t slot = 0; slot < all.size(); ++slot) all[slot] = slot;
  facts.held = listed(cluster, held);
  facts.allocatable = listed(cluster, all);
  return facts;
}

}  // namespace pge::demo
