// SPDX-License-Identifier: Apache-2.0
#include "exposition/fixtures_test.h"

#include <algorithm>
#include <tuple>

namespace pge {

namespace {

constexpr double kStart = 1'700'000'000;
constexpr std::uint64_t kGiB = std::uint64_t{1} << 30;

Allocation allocation(std::string ns, std::string pod, std::string container, std::string device,
                      std::string model) {
  Allocation a;
  a.ns = std::move(ns);
  a.pod = std::move(pod);
  a.container = std::move(container);
  a.device_id = std::move(device);
  a.model = std::move(model);
  a.resource = "nvidia.com/gpu";
  a.scheme = "device-plugin";
  return a;
}

NodePart node_of(std::string name, std::vector<Allocation> allocations) {
  NodePart part;
  part.node = std::move(name);
  part.allocations = std::move(allocations);
  return part;
}

void sort_part(NodePart& part) {
  std::ranges::sort(part.allocations, {}, [](const Allocation& a) {
    return std::tie(a.ns, a.pod, a.container, a.device_id, a.pod_uid, a.resource, a.scheme);
  });
  std::ranges::sort(part.devices, {}, &Device::id);
  std::ranges::sort(part.resources, {}, &ResourceCount::resource);
  std::ranges::sort(part.conflicts, {}, &ReasonCount::reason);
  std::ranges::sort(part.unresolved, {}, &ReasonCount::reason);
}

Device card(std::string node, std::string id, int index) {
  Device device;
  device.node = std::move(node);
  device.id = id;
  device.parent_id = std::move(id);
  device.vendor = "nvidia";
  device.model = "NVIDIA A100-SXM4-80GB";
  device.pci_bus_id = "0000:1" + std::to_string(index) + ":00.0";
  device.driver_version = "535.104.05";
  device.index = index;
  device.minor = index;
  device.memory_bytes = 80 * kGiB;
  device.healthy = true;
  return device;
}

NodePart mixed_node() {
  const std::string node = "gpu-node-01";
  Device slice = card(node, "MIG-00000000-0000-4000-8000-000000000011", 1);
  slice.parent_id = "GPU-00000000-0000-4000-8000-000000000001";
  slice.model += " MIG 1g.10gb";
  slice.mig_profile = "1g.10gb";
  slice.gpu_instance = 7;
  slice.compute_instance = 0;
  slice.minor = -1;
  slice.memory_bytes = 10 * kGiB;
  slice.healthy.reset();
  Device unknown;
  unknown.node = node;
  unknown.id = "card7";
  unknown.parent_id = "card7";
  unknown.healthy = false;

  Allocation whole =
      allocation("research", "train-0", "trainer", "GPU-00000000-0000-4000-8000-000000000000",
                 card(node, "", 0).model);
  whole.pod_uid = "6d1f8f1e-0000-4000-8000-000000000001";
  whole.compute_ratio = 1;
  whole.memory_bytes = 80 * kGiB;
  whole.start_seconds = kStart + 0.25;
  Allocation mig = allocation("research", "notebook", "jupyter", slice.id, slice.model);
  mig.scheme = "mig";
  mig.resource = "nvidia.com/mig-1g.10gb";
  mig.compute_ratio = 1;
  mig.memory_bytes = 10 * kGiB;
  Allocation shared = allocation("batch", "infer", "server", "GPU-shared", "Tesla T4");
  shared.scheme = "time-slicing";
  shared.replicas = 3;
  Allocation part_of_card = allocation("batch", "infer", "sidecar", "GPU-shared", "Tesla T4");
  part_of_card.scheme = "hami";
  part_of_card.resource = "nvidia.com/gpucores";
  part_of_card.compute_ratio = 0.3;
  part_of_card.memory_bytes = 3'000'000'000;

  NodePart part = node_of(node, {whole, mig, shared, part_of_card});
  part.devices = {card(node, "GPU-00000000-0000-4000-8000-000000000000", 0),
                  card(node, "GPU-00000000-0000-4000-8000-000000000001", 1), slice, unknown};
  part.resources = {{"nvidia.com/gpu", 4, 12, 16}, {"nvidia.com/mig-1g.10gb", {}, {}, 7}};
  part.conflicts = {{"devices_differ", 2}, {"two_models", 0}};
  part.unresolved = {{"no_inventory", 1}};
  return part;
}

}  // namespace

SnapshotPtr snapshot_of(std::uint64_t generation, std::vector<NodePart> nodes) {
  auto snapshot = std::make_shared<Snapshot>();
  snapshot->generation = generation;
  for (NodePart& part : nodes) {
    sort_part(part);
    snapshot->nodes.push_back(std::make_shared<const NodePart>(std::move(part)));
  }
  std::ranges::sort(snapshot->nodes, {}, [](const auto& part) { return part->node; });
  return snapshot;
}

SnapshotPtr seed_snapshot() {
  const std::string id61 = "GPU-40f717b2-01dc-1a31-6b17-d487ffe7cb61";
  const std::string id91 = "GPU-40f717b2-01dc-1a31-6b17-d487ffe7cb91";
  // Rows that look alike on the page come from containers of their own.
  return snapshot_of(3, {node_of("ti", {allocation("default", "test", "main", id61, "4080ti"),
                                        allocation("default", "test3", "main", id91, "2080ti")}),
                         node_of("ti2", {allocation("default", "test2", "a", id61, "4080ti"),
                                         allocation("default", "test2", "b", id61, "4080ti"),
                                         allocation("default", "test2", "c", id61, "4080ti"),
                                         allocation("default", "test2", "d", id61, "2080ti"),
                                         allocation("default", "test4", "main", id61, "2080ti"),
                                         allocation("default", "test2", "e", id61, "2080ti"),
                                         allocation("default3", "test2", "main", id61, "2080ti"),
                                         allocation("default", "test2", "f", id61, "2080ti"),
                                         allocation("default", "test2", "g", id61, "2040ti")}),
                         node_of("ti7", {allocation("default", "test2", "main", id61, "2080ti")})});
}

SnapshotPtr mixed_snapshot() {
  NodePart idle = node_of("idle", {});
  idle.devices = {card("idle", "GPU-idle", 0)};
  idle.resources = {{"nvidia.com/gpu", 0, 1, 1}};
  // A pod that was deleted by force is still on the card beside its successor.
  Allocation leaving = allocation("default", "db-0", "db", "0000:c1:00.0", "AMD Instinct MI300X");
  leaving.resource = "amd.com/gpu";
  leaving.pod_uid = "uid-1";
  leaving.memory_bytes = kGiB;
  leaving.start_seconds = kStart;
  Allocation successor = leaving;
  successor.pod_uid = "uid-2";
  successor.start_seconds = kStart + 60;
  return snapshot_of(
      42, {mixed_node(), std::move(idle), node_of("10.0.0.5", {leaving, successor}),
           node_of("a.b", {allocation("default", "dot", "main", "GPU-1", "Tesla T4")}),
           node_of("a-b", {allocation("default", "hyphen", "main", "GPU-2", "Tesla T4")}),
           node_of("ti", {allocation("default", "plain", "main", "GPU-3", "")}),
           node_of("ti2", {allocation("default", "digit", "main", "GPU-4", "Tesla T4")})});
}

SnapshotPtr hostile_snapshot() {
  NodePart part = node_of(
      "node-1",
      {allocation("ns", "quote\"s", "back\\slash", "line\nfeed", "carriage\rreturn"),
       allocation("ns", "pod", "invalid \xff\xc3(", std::string(300, 'i'), "größe 模型 🚀"),
       allocation("ns", "pod", "looks alike \xff", "GPU-1", ""),
       allocation("ns", "pod", "looks alike \xfe", "GPU-1", ""), allocation("", "", "", "", ""),
       allocation("ns", "pod", std::string("nul\0tab\t\x7f", 9), "} 1", "\",x=\"y\"} 2\n# EOF\n"),
       allocation("# HELP", " lead", "trail ", "\\n", "\\\\\"")});
  for (Allocation& a : part.allocations) a.replicas = 2;
  Device device = card("node-1", "GPU-\"\\\n\r\xff", 0);
  device.model = std::string(300, '"');
  part.devices = {device};
  part.resources = {{"example.com/\"gpu\"\n", 1, 1, 2}};
  part.unresolved = {{"no\\reason", 1}};
  return snapshot_of(7, {std::move(part)});
}

NodePart random_part(const std::string& node, std::mt19937& random) {
  const auto pick = [&](std::vector<std::string> words) { return words[random() % words.size()]; };
  NodePart part;
  part.node = node;
  for (std::size_t count = random() % 7; count > 0; --count) {
    Allocation a =
        allocation(pick({"a", "b", "a\n"}), pick({"p", "q", "p-1"}), pick({"c", "d", ""}),
                   pick({"GPU-1", "GPU-2", "\xff", "\xfe"}), pick({"T4", "A\"100"}));
    a.pod_uid = pick({"", "1", "2"});
    a.replicas = static_cast<std::uint32_t>(random() % 3);
    if (random() % 2 == 0) a.compute_ratio = 0.25 * static_cast<double>(random() % 5);
    if (random() % 2 == 0) a.memory_bytes = random() % 5 * kGiB;
    if (random() % 2 == 0) a.start_seconds = kStart + static_cast<double>(random() % 99);
    part.allocations.push_back(std::move(a));
  }
  for (int i = static_cast<int>(random() % 3); i > 0; --i) {
    part.devices.push_back(card(node, "GPU-" + std::to_string(i), i));
  }
  if (random() % 2 == 0) part.resources = {{"nvidia.com/gpu", random() % 3, {}, random() % 3}};
  if (random() % 4 == 0) part.conflicts = {{"two_models", random() % 3}};
  if (random() % 4 == 0) part.unresolved = {{"no_source", random() % 3}};
  return part;
}

SelfInput sample_self() {
  const auto state = [](std::string name, SourceHealth health, bool succeeded) {
    SourceState source;
    source.name = std::move(name);
    source.health = health;
    if (succeeded)
      source.last_success_wall = WallTime(std::chrono::milliseconds(1'700'000'120'250));
    source.last_took = std::chrono::microseconds(1'500);
    return source;
  };
  static const std::vector<SourceState> sources = {
      state("podresources", SourceHealth::up, true), state("checkpoint", SourceHealth::down, true),
      state("cri", SourceHealth::down, false), state("nvml", SourceHealth::absent, false),
      state("podnames", SourceHealth::starting, false)};
  static const std::vector<SourceErrors> errors = {
      {"podresources", {}}, {"checkpoint", {0, 1, 2, 3, 0, 0, 0, 0, 12}}, {"nvml", {}}};
  SelfInput self;
  self.confirmed = WallTime(std::chrono::milliseconds(1'700'000'123'500));
  self.sources = sources;
  self.errors = errors;
  self.build = {.arch = "amd64",
                .compiler = "gcc 12.2.0",
                .os = "linux",
                .revision = "0123456789ab",
                .version = "1.2.3"};
  self.process = {.cpu_seconds = 12.5,
                  .start_time_seconds = kStart,
                  .open_fds = 17,
                  .max_fds = 1'048'576,
                  .virtual_memory_bytes = 123'456'789,
                  .virtual_memory_max_bytes = {},
                  .resident_memory_bytes = 12'345'678,
                  .heap_bytes = {},
                  .threads = 9};
  return self;
}

std::shared_ptr<const Pages> pages_of(SnapshotPtr snapshot, bool legacy) {
  return update_pages(Pages(), std::move(snapshot), {.legacy = legacy});
}

}  // namespace pge
