// SPDX-License-Identifier: Apache-2.0
#include "schemes/resources.h"

#include <gtest/gtest.h>

namespace pge::schemes {
namespace {

const std::string kUuid = "0fc3eda5-e98b-a25b-5b0d-cf5c855d1448";

TEST(ResourcePatterns, DefaultsListEveryVendor) {
  const auto defaults = ResourcePatterns::defaults();
  for (const char* name : {"nvidia.com/gpu",
                           "nvidia.com/gpu.shared",
                           "nvidia.com/mig-1g.5gb",
                           "nvidia.com/mig-1g.5gb.me.shared",
                           "nvidia.com/gpu-10gb",
                           "nvidia.com/vgpu-number",
                           "amd.com/gpu",
                           "amd.com/cpx_nps4",
                           "gpu.intel.com/i915",
                           "gpu.intel.com/xe",
                           "habana.ai/gaudi",
                           "aliyun.com/gpu-mem",
                           "tencent.com/vcuda-core",
                           "volcano.sh/gpu-memory",
                           "volcano.sh/gpu-number",
                           "volcano.sh/vgpu-number",
                           "elasticgpu.io/gpu-core",
                           "cambricon.com/mlu",
                           "cambricon.com/mlu370",
                           "cambricon.com/mlu370.mim-2m.8gb",
                           "cambricon.com/mlu.smlu.vcore",
                           "huawei.com/Ascend910",
                           "huawei.com/Ascend910B4-1",
                           "huawei.com/Ascend910-2c",
                           "huawei.com/Ascend310P",
                           "iluvatar.com/gpu",
                           "iluvatar.ai/MR-V100-vgpu",
                           "hygon.com/dcunum",
                           "metax-tech.com/sgpu",
                           "mthreads.com/vgpu",
                           "enflame.com/gcu",
                           "kunlunxin.com/xpu",
                           "birentech.com/gpu",
                           "vastaitech.com/va",
                           "aws.amazon.com/neuroncore",
                           "koordinator.sh/gpu-core"}) {
    EXPECT_TRUE(defaults.listed(name)) << name;
  }
}

TEST(ResourcePatterns, DefaultsLeaveOutWhatIsNoGpu) {
  const auto defaults = ResourcePatterns::defaults();
  for (const char* name : {"nvidia.com/hostdev",
                           "nvidia.com/gpumem",
                           "nvidia.com/gpucores",
                           "nvidia.com/priority",
                           "nvidia.com/GA102GL_A10",
                           "gpu.intel.com/monitoring",
                           "gpu.intel.com/i915_monitoring",
                           "gpu.intel.com/millicores",
                           "aliyun.com/gpu-count",
                           "huawei.com/Ascend910B3-memory",
                           "huawei.com/Ascend310P-memory",
                           "huawei.com/Ascend910-core",
                           "cambricon.com/real-mlu-counts",
                           "cpu",
                           "hygon.com/dcumem",
                           "mthreads.com/sgpu-memory",
                           "volcano.sh/vgpu-memory",
                           "tencent.com/vcuda-memory",
                           "amd.com/gpumem",
                           "rdma/hca",
                           ""}) {
    EXPECT_FALSE(defaults.listed(name)) << name;
  }
  for (const std::string& pattern : defaults.patterns()) EXPECT_NE(pattern, "nvidia.com/*");
}

TEST(ResourcePatterns, UnlistedNamesCountByTheFormOfTheirIds) {
  const auto defaults = ResourcePatterns::defaults();
  EXPECT_TRUE(defaults.counts("nvidia.com/a100", "GPU-" + kUuid));
  EXPECT_TRUE(defaults.counts("nvidia.com/a100", "GPU-" + kUuid + "::1"));
  EXPECT_TRUE(defaults.counts("nvidia.com/a100", "GPU-" + kUuid + "-1"));
  EXPECT_TRUE(defaults.counts("nvidia.com/a100", "MIG-GPU-" + kUuid + "/1/0"));
  EXPECT_TRUE(defaults.counts("nvidia.com/t4", "nvidia0"));
  EXPECT_TRUE(defaults.counts("example.org/gpu", "GPU-" + kUuid));
  EXPECT_TRUE(defaults.counts("example.org/gpu", "amdgpu_xcp_1"));
  EXPECT_FALSE(defaults.counts("nvidia.com/hostdev", "0000:3b:00.0"));
  EXPECT_FALSE(defaults.counts("nvidia.com/hostdev", "7"));
  EXPECT_FALSE(defaults.counts("example.org/smartcard", "card1-0"));
  EXPECT_FALSE(defaults.counts("example.org/gpu", "GPU-nonsense"));
  EXPECT_FALSE(defaults.counts("volcano.sh/vgpu-memory", "GPU-" + kUuid + "-memory-1"));
}

TEST(ResourcePatterns, MonitoringNeverCounts) {
  const ResourcePatterns everything({"*"});
  EXPECT_FALSE(everything.counts("gpu.intel.com/monitoring", "all"));
  EXPECT_TRUE(everything.counts("gpu.intel.com/i915", "card0-1"));
}

TEST(ResourcePatterns, OwnPatternsReplaceTheDefaults) {
  const ResourcePatterns own({"example.org/?pu", "nvidia.com/gp*"});
  EXPECT_TRUE(own.listed("example.org/gpu"));
  EXPECT_TRUE(own.listed("nvidia.com/gpu"));
  EXPECT_FALSE(own.listed("amd.com/gpu"));
  EXPECT_EQ(own.patterns().size(), 2U);
}

}  // namespace
}  // namespace pge::schemes
