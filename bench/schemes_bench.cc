// SPDX-License-Identifier: Apache-2.0
//
// What reading one pod costs: the cluster role does it for every pod of every change, and most pods
// have nothing to do with GPUs.
#include <benchmark/benchmark.h>

#include "schemes/dra_objects.h"
#include "schemes/read.h"
#include "schemes/resolve.h"
#include "schemes/resources.h"

namespace pge::schemes {
namespace {

const std::string kUuid = "GPU-0fc3eda5-e98b-a25b-5b0d-cf5c855d1448";

PodView plain_pod() {
  PodView pod;
  pod.pod = {"default", "web-5d4f8c7b9-x2x7q", "7c1a3a52-0000-4000-8000-000000000001"};
  pod.node_name = "n1";
  pod.phase = PodPhase::running;
  pod.labels = {{"app", "web"}, {"pod-template-hash", "5d4f8c7b9"}, {"tier", "front"}};
  pod.annotations = {{"cni.projectcalico.org/podIP", "10.0.0.7/32"},
                     {"kubernetes.io/psp", "restricted"},
                     {"prometheus.io/port", "8080"},
                     {"prometheus.io/scrape", "true"}};
  for (const char* name : {"main", "proxy"}) {
    ContainerView container;
    container.name = name;
    container.state = ContainerView::State::running;
    container.limits = {{"cpu", "2"}, {"memory", "4Gi"}};
    pod.containers.push_back(container);
  }
  return pod;
}

PodView hami_pod() {
  PodView pod = plain_pod();
  pod.annotations["hami.io/vgpu-devices-allocated"] =
      kUuid + ",NVIDIA,16384,30:" + kUuid + ",NVIDIA,16384,30:;;";
  pod.annotations["hami.io/vgpu-node"] = "n1";
  pod.annotations["hami.io/bind-phase"] = "success";
  pod.containers[0].limits["nvidia.com/gpu"] = "2";
  return pod;
}

PodView gpu_manager_pod() {
  PodView pod = plain_pod();
  pod.annotations["tencent.com/predicate-gpu-idx-0"] = "2,0";
  pod.annotations["tencent.com/gpu-assigned"] = "true";
  pod.annotations["tencent.com/predicate-node"] = "n1";
  pod.containers[0].limits["tencent.com/vcuda-core"] = "200";
  return pod;
}

PodView json_pod() {
  PodView pod = plain_pod();
  pod.annotations["scheduler.framework.gpushare.allocation"] = R"({"0":{"0":2,"1":2}})";
  pod.containers[0].limits["aliyun.com/gpu-mem"] = "4";
  return pod;
}

PodView koordinator_pod() {
  PodView pod = plain_pod();
  pod.annotations["scheduling.koordinator.sh/device-allocated"] =
      R"({"gpu":[{"minor":1,"id":")" + kUuid +
      R"(","resources":{"koordinator.sh/gpu-core":"50","koordinator.sh/gpu-memory":"8Gi"}}]})";
  pod.containers[0].limits["koordinator.sh/gpu-core"] = "50";
  return pod;
}

PodView kai_pod() {
  PodView pod = plain_pod();
  pod.labels["runai-gpu-group"] = "7a0f2c1e-0000-4000-8000-000000000009";
  pod.annotations["gpu-fraction"] = "0.5";
  pod.annotations["received-resource-type"] = "Fraction";
  return pod;
}

PodView status_pod() {
  PodView pod = plain_pod();
  pod.containers[0].limits["nvidia.com/gpu"] = "1";
  pod.containers[0].device_status = {{"nvidia.com/gpu", {kUuid}}};
  return pod;
}

PodView dra_pod() {
  PodView pod = plain_pod();
  pod.claims = {{"gpu", "one"}};
  pod.containers[0].claims = {{"gpu", ""}};
  return pod;
}

// A cluster of 1000 nodes with 8 cards, and as many claims as cards.
DraObjects dra_cluster() {
  DraObjects out;
  for (int node = 0; node < 1000; ++node) {
    ResourceSliceView slice;
    slice.name = slice.pool = slice.node = "n" + std::to_string(node);
    slice.driver = "gpu.nvidia.com";
    for (int card = 0; card < 8; ++card) {
      slice.devices.push_back({"gpu-" + std::to_string(card),
                               {{"type", "gpu"}, {"uuid", kUuid}},
                               {{"memory", "80Gi"}}});
      ResourceClaimView claim;
      claim.ns = "default";
      claim.name = node == 1 && card == 0 ? "one" : slice.name + "-" + std::to_string(card);
      claim.results.push_back({"gpu", slice.driver, slice.pool, "gpu-0", {}, {}, false});
      claim.reserved_for = {plain_pod().pod};
      out.put(std::move(claim));
    }
    out.put(std::move(slice));
  }
  return out;
}

void read_dra(benchmark::State& state) {
  const PodView pod = dra_pod();
  const DraObjects objects = dra_cluster();
  for (auto _ : state) {
    PodReading reading = read_pod({pod, nullptr, &objects, nullptr});
    benchmark::DoNotOptimize(reading);
  }
}
BENCHMARK(read_dra);

void read_one(benchmark::State& state, PodView (*make)()) {
  const PodView pod = make();
  for (auto _ : state) {
    PodReading reading = read_pod({pod});
    benchmark::DoNotOptimize(reading);
  }
}
BENCHMARK_CAPTURE(read_one, without_annotations, plain_pod);
BENCHMARK_CAPTURE(read_one, hami, hami_pod);
BENCHMARK_CAPTURE(read_one, gpu_manager, gpu_manager_pod);
BENCHMARK_CAPTURE(read_one, gpushare_json, json_pod);
BENCHMARK_CAPTURE(read_one, koordinator_json, koordinator_pod);
BENCHMARK_CAPTURE(read_one, kai, kai_pod);
BENCHMARK_CAPTURE(read_one, status, status_pod);

void hostile(benchmark::State& state) {
  PodView pod = hami_pod();
  std::string& text = pod.annotations["hami.io/vgpu-devices-allocated"];
  while (text.size() < (256U << 10)) text += "GPU-x,NVIDIA,1,1:y,z:";
  for (auto _ : state) {
    PodReading reading = read_pod({pod});
    benchmark::DoNotOptimize(reading);
  }
}
BENCHMARK(hostile);

void parse_id(benchmark::State& state, const char* resource, const std::string& id) {
  for (auto _ : state) {
    ParsedId parsed = parse_device_id(resource, id);
    benchmark::DoNotOptimize(parsed);
  }
}
BENCHMARK_CAPTURE(parse_id, nvidia, "nvidia.com/gpu", kUuid + "::3");
BENCHMARK_CAPTURE(parse_id, amd, "amd.com/gpu", "0000:C3:00.0");
BENCHMARK_CAPTURE(parse_id, unknown, "example.org/thing", "abc-1");

// 16 cards cut into 7 slices each, told by the driver and by ResourceSlices.
void resolve_number(benchmark::State& state) {
  Inventory inventory;
  for (int card = 0; card < 16; ++card) {
    for (const DeviceTrust trust : {DeviceTrust::driver, DeviceTrust::slice}) {
      Device device;
      device.id = device.parent_id = "GPU-" + std::to_string(card);
      device.vendor = "nvidia";
      device.minor = device.index = card;
      device.trust = trust;
      inventory.add(device);
      for (int gi = 0; gi < 7; ++gi) {
        device.id = "MIG-" + std::to_string(card) + "-" + std::to_string(gi);
        device.gpu_instance = gi;
        inventory.add(device);
      }
    }
  }
  const DeviceKey key{DeviceKey::Kind::minor, "", 15, 6, -1};
  for (auto _ : state) benchmark::DoNotOptimize(schemes::resolve(key, inventory, "nvidia"));
}
BENCHMARK(resolve_number);

void unlisted(benchmark::State& state) {
  const auto patterns = ResourcePatterns::defaults();
  for (auto _ : state) benchmark::DoNotOptimize(patterns.counts("rdma/hca", "hca-7"));
}
BENCHMARK(unlisted);

}  // namespace
}  // namespace pge::schemes

BENCHMARK_MAIN();
