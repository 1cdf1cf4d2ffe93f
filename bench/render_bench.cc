// SPDX-License-Identifier: Apache-2.0
//
// What pages cost: built from nothing, after a change on one node, and for each scrape. The
// arguments are nodes; each has eight cards and ten allocations.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "exposition/pages.h"

namespace pge {
namespace {

std::string digits(int number, std::size_t width) {
  std::string text = std::to_string(number);
  if (text.size() < width) text.insert(0, width - text.size(), '0');
  return text;
}

std::shared_ptr<const NodePart> part_of(int number, int change) {
  NodePart part;
  part.node = "gpu-node-" + digits(number, 5) + ".example.internal";
  for (int i = 0; i < 8; ++i) {
    Device device;
    device.node = part.node;
    device.id = "GPU-" + digits(number, 8) + "-0000-4000-8000-" + digits(i, 12);
    device.parent_id = device.id;
    device.vendor = "nvidia";
    device.model = "NVIDIA H100 80GB HBM3";
    device.pci_bus_id = "0000:" + digits(10 + i, 2) + ":00.0";
    device.driver_version = "535.104.05";
    device.index = device.minor = i;
    device.memory_bytes = std::uint64_t{80} << 30;
    device.healthy = true;
    part.devices.push_back(device);
  }
  for (int i = 0; i < 10; ++i) {
    Allocation a;
    a.ns = "team-" + digits(number % 50, 2);
    a.pod = "training-job-" + digits(number, 5) + "-worker-" + digits(i, 2) + "-x7k2p";
    a.container = "pytorch";
    a.device_id = part.devices[static_cast<std::size_t>(i % 8)].id;
    a.pod_uid = "6d1f8f1e-" + digits(change, 4) + "-4000-8000-" + digits(number * 10 + i, 12);
    a.resource = "nvidia.com/gpu";
    a.scheme = "device-plugin";
    a.model = part.devices[0].model;
    a.compute_ratio = 1;
    a.memory_bytes = std::uint64_t{80} << 30;
    a.start_seconds = 1'700'000'000.0 + number;
    part.allocations.push_back(a);
  }
  part.resources = {{"nvidia.com/gpu", 8, 0, 8}};
  return std::make_shared<const NodePart>(std::move(part));
}

std::shared_ptr<Snapshot> snapshot_of(int nodes) {
  auto snapshot = std::make_shared<Snapshot>();
  snapshot->generation = 1;
  for (int i = 0; i < nodes; ++i) snapshot->nodes.push_back(part_of(i, 0));
  return snapshot;
}

void report_size(benchmark::State& state, const Pages& pages) {
  const Parts parts = metrics_page(pages, {});
  state.counters["MB"] = static_cast<double>(total_bytes(parts)) / 1e6;
  state.counters["parts"] = static_cast<double>(parts.size());
}

void full_build(benchmark::State& state) {
  const auto snapshot = snapshot_of(static_cast<int>(state.range(0)));
  std::shared_ptr<const Pages> pages;
  for (auto _ : state) benchmark::DoNotOptimize(pages = update_pages(Pages(), snapshot, {}));
  report_size(state, *pages);
}
BENCHMARK(full_build)->Arg(10)->Arg(1000)->Arg(5000)->Unit(benchmark::kMillisecond);

// A pod of one node was replaced by another: seven families have a new line.
void one_node_changes(benchmark::State& state) {
  const int nodes = static_cast<int>(state.range(0));
  const auto first = snapshot_of(nodes);
  const auto second = std::make_shared<Snapshot>(*first);
  second->generation = 2;
  second->nodes[static_cast<std::size_t>(nodes / 2)] = part_of(nodes / 2, 1);
  const auto pages = update_pages(Pages(), first, {});
  std::shared_ptr<const Pages> after;
  for (auto _ : state) benchmark::DoNotOptimize(after = update_pages(*pages, second, {}));
  state.counters["leaves"] = static_cast<double>(after->cost.leaves);
}
BENCHMARK(one_node_changes)->Arg(10)->Arg(1000)->Arg(5000)->Unit(benchmark::kMicrosecond);

void scrape(benchmark::State& state) {
  const auto pages = update_pages(Pages(), snapshot_of(static_cast<int>(state.range(0))), {});
  for (auto _ : state) benchmark::DoNotOptimize(metrics_page(*pages, {}));
  report_size(state, *pages);
}
BENCHMARK(scrape)->Arg(10)->Arg(1000)->Arg(5000)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace pge

BENCHMARK_MAIN();
