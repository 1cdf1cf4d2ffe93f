// SPDX-License-Identifier: Apache-2.0
//
// The best known strings of each system, in one place: annotations as their schedulers and plugins
// write them, and what they mean. The pod runs, with containers [plain, v1, v2] of which the last
// two ask for the system's resource.
#include <gtest/gtest.h>

#include "model/quantity.h"
#include "schemes/read.h"

namespace pge::schemes {
namespace {

const std::string kA = "GPU-0fc3eda5-e98b-a25b-5b0d-cf5c855d1448";
const std::string kB = "GPU-00552014-5c87-89ac-b1a6-7b53aa24b0ec";

// "@A" and "@B" stand for the cards.
std::string with_cards(std::string text) {
  for (const auto& [mark, card] : {std::pair{"@A", kA}, std::pair{"@B", kB}}) {
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark)) {
      text.replace(at, 2, card);
    }
  }
  return text;
}

std::string short_text(const Claim& claim) {
  std::string device = claim.device.text;
  if (device == kA) device = "A";
  if (device == kB) device = "B";
  if (device.empty()) device = std::to_string(claim.device.number);
  return claim.container + ":" + device;
}

struct Golden {
  const char* key;
  const char* value;
  const char* resource;  // of v1 and v2
  const char* want;      // "<container>:<device> …"
};

const Golden kGolden[] = {
    {"tencent.com/predicate-gpu-idx-0", "2,0", "tencent.com/vcuda-core", "plain:2 plain:0"},
    {"hami.io/vgpu-devices-allocated", ";@A,NVIDIA,16384,30:@B,NVIDIA,16384,30:;;",
     "nvidia.com/gpu", "v1:A v1:B"},
    {"hami.io/vgpu-devices-allocated", ";;;", "nvidia.com/gpu", ""},
    {"hami.io/vgpu-devices-allocated", "@A[1-2],NVIDIA,9856,0:;;;", "nvidia.com/gpu", "plain:A"},
    {"4pd.io/vgpu-ids-new", "@A,3000,30:;@B,3000,30:", "nvidia.com/gpu", "v1:A v2:B"},
    {"volcano.sh/vgpu-ids-new", "@A,NVIDIA,1024,20:;@B,NVIDIA,2048,50:", "volcano.sh/vgpu-number",
     "v1:A v2:B"},
    {"scheduler.framework.gpushare.allocation", R"({"0":{"0":2,"1":2}})", "aliyun.com/gpu-mem",
     "plain:0 plain:1"},
    {"ALIYUN_COM_GPU_MEM_IDX", "-1", "aliyun.com/gpu-mem", ""},
    {"alibabacloud.com/gpu-index", "2-3-4", "alibabacloud.com/gpu-mem",
     "v1:2 v2:2 v1:3 v2:3 v1:4 v2:4"},
    {"nvidia.com/real-allocated", "v1[0_@A_10_1024,1_@B_0_2048];v2[]", "nvidia.com/vgpu-number",
     "v1:A v1:B"},
    {"scheduling.koordinator.sh/device-allocated",
     R"({"gpu":[{"minor":1,"resources":{"koordinator.sh/gpu-core":"50"}}]})",
     "koordinator.sh/gpu-core", "v1:1 v2:1"},
    {"scheduling.koordinator.sh/device-allocated",
     R"({"rdma":[{"minor":0,"resources":{"koordinator.sh/rdma":"1"}}]})", "koordinator.sh/gpu-core",
     ""},
    {"gas-container-cards", "card0,card1|card2", "gpu.intel.com/i915",
     "plain:card0 plain:card1 v1:card2"},
};

PodView pod_with(const Golden& golden) {
  PodView pod;
  pod.pod = {"default", "p", "u"};
  pod.node_name = "n1";
  pod.phase = PodPhase::running;
  pod.annotations[golden.key] = with_cards(golden.value);
  pod.annotations["tencent.com/gpu-assigned"] = "true";
  for (const char* name : {"plain", "v1", "v2"}) {
    ContainerView container;
    container.name = name;
    if (container.name != "plain") container.limits[golden.resource] = "1";
    pod.containers.push_back(std::move(container));
  }
  return pod;
}

TEST(GoldenStrings, MeanWhatTheirAuthorsMean) {
  for (const Golden& golden : kGolden) {
    const PodView pod = pod_with(golden);
    const PodReading reading = read_pod({pod});
    std::string got;
    for (const Claim& claim : reading.claims) {
      if (!got.empty()) got += " ";
      got += short_text(claim);
    }
    EXPECT_EQ(got, golden.want) << golden.key << " = " << golden.value;
    EXPECT_TRUE(reading.skipped.empty()) << golden.key << " = " << golden.value;
  }
}

TEST(GoldenStrings, AmountsAreInBaseUnits) {
  PodView pod = pod_with({"tencent.com/predicate-gpu-idx-1", "0", "tencent.com/vcuda-core", ""});
  pod.containers[1].limits = {{"tencent.com/vcuda-core", "50"}, {"tencent.com/vcuda-memory", "30"}};
  const PodReading blocks = read_pod({pod});
  ASSERT_EQ(blocks.claims.size(), 1U);
  EXPECT_EQ(blocks.claims[0].memory_bytes, 7680 * kMiB);
  EXPECT_EQ(blocks.claims[0].compute_ratio, 0.5);

  const PodView hami =
      pod_with({"hami.io/vgpu-devices-allocated", ";@A,NVIDIA,3000,0:;;", "nvidia.com/gpu", ""});
  const PodReading mib = read_pod({hami});
  ASSERT_EQ(mib.claims.size(), 1U);
  EXPECT_EQ(mib.claims[0].memory_bytes, 3000 * kMiB);
  EXPECT_FALSE(mib.claims[0].compute_ratio) << "0 cores is no cap";
}

TEST(GoldenStrings, ARegisterInJsonLeavesZerosOut) {
  NodeView node;
  node.name = "n1";
  node.annotations["hami.io/node-nvidia-register"] = with_cards(
      R"([{"id":"@A","count":10,"devmem":1,"devcore":100,"type":"NVIDIA-Tesla V100","health":true}])");
  const Reading<Device> reading = read_node(node);
  ASSERT_EQ(reading.items.size(), 1U);
  EXPECT_EQ(reading.items[0].index, 0);
  EXPECT_EQ(reading.items[0].model, "Tesla V100");
  EXPECT_EQ(reading.items[0].healthy, true);
}

}  // namespace
}  // namespace pge::schemes
