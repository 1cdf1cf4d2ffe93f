// SPDX-License-Identifier: Apache-2.0
#include "schemes/device_ids.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "testing/fixture/model_text.h"

namespace pge::schemes {
namespace {

constexpr std::string_view kUuid = "0fc3eda5-e98b-a25b-5b0d-cf5c855d1448";

// "@" stands for a UUID.
std::string with_uuid(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '@') {
      out += kUuid;
    } else {
      out += c;
    }
  }
  return out;
}

struct Case {
  std::string_view resource;
  std::string_view id;
  std::string_view want;
};

void check(const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    const ParsedId got = parse_device_id(c.resource, with_uuid(c.id));
    EXPECT_EQ(testing::to_text(got), with_uuid(c.want)) << c.resource << " " << c.id;
    EXPECT_TRUE(got.shared || !got.replica) << "a replica number without a replica part";
  }
}

TEST(DeviceIds, NvidiaPlugin) {
  check({
      {"nvidia.com/gpu", "GPU-@", "uuid GPU-@ device-plugin nvidia"},
      {"nvidia.com/a100", "GPU-@", "uuid GPU-@ device-plugin nvidia"},
      {"nvidia.com/gpu", "GPU-@::0", "uuid GPU-@ #0 time-slicing nvidia"},
      {"nvidia.com/gpu", "GPU-@::13", "uuid GPU-@ #13 time-slicing nvidia"},
      {"nvidia.com/gpu.shared", "GPU-@::3", "uuid GPU-@ #3 time-slicing nvidia"},
      {"nvidia.com/gpu", "GPU-@::", "uuid GPU-@ #? time-slicing nvidia"},
      {"nvidia.com/gpu", "GPU-@::x", "uuid GPU-@ #? time-slicing nvidia"},
      {"nvidia.com/gpu", "GPU-@::99999999999999999999", "uuid GPU-@ #? time-slicing nvidia"},
      {"nvidia.com/gpu", "GPU-@::1::2", "uuid GPU-@ #? time-slicing nvidia"},
      {"nvidia.com/gpu-10gb", "GPU-@::1", "uuid GPU-@ #1 mps nvidia"},
      {"nvidia.com/gpu-10gb", "GPU-@", "uuid GPU-@ device-plugin nvidia"},
      {"nvidia.com/gpu", "GPU-short", "uuid GPU-short device-plugin nvidia"},
      {"nvidia.com/gpu", "GPU-", "opaque GPU- device-plugin nvidia malformed"},
      {"nvidia.com/gpu", "GPU-::1", "opaque GPU- #1 time-slicing nvidia malformed"},
      {"nvidia.com/gpu", "::1", "opaque ::1 device-plugin nvidia malformed"},
      {"nvidia.com/gpu", "/vgpu1", "opaque /vgpu1 device-plugin nvidia malformed"},
      {"nvidia.com/gpu", "MIG-GPU-", "opaque MIG-GPU- mig nvidia malformed"},
      {"nvidia.com/gpu", "tegra", "platform tegra device-plugin nvidia"},
      {"nvidia.com/gpu", "tegra::2", "platform tegra #2 time-slicing nvidia"},
      {"nvidia.com/gpu", "all", "platform all device-plugin nvidia"},
  });
}

TEST(DeviceIds, Mig) {
  check({
      {"nvidia.com/mig-1g.10gb", "MIG-@", "uuid MIG-@ mig nvidia"},
      {"nvidia.com/gpu", "MIG-@", "uuid MIG-@ mig nvidia"},
      {"nvidia.com/gpu", "MIG-@::7", "uuid MIG-@ #7 time-slicing nvidia"},
      {"nvidia.com/mig-1g.10gb.shared", "MIG-@::0", "uuid MIG-@ #0 time-slicing nvidia"},
      {"nvidia.com/mig-1g.5gb.me", "MIG-GPU-@/1/0", "mig_legacy GPU-@ gi=1 ci=0 mig nvidia"},
      {"nvidia.com/gpu", "MIG-GPU-@/11/2::4", "mig_legacy GPU-@ gi=11 ci=2 #4 time-slicing nvidia"},
      {"nvidia.com/gpu", "MIG-GPU-@/1", "opaque MIG-GPU-@/1 mig nvidia"},
      {"nvidia.com/gpu", "MIG-GPU-@/-1/0", "opaque MIG-GPU-@/-1/0 mig nvidia"},
      {"nvidia.com/gpu", "MIG-GPU-@/1/0/2", "opaque MIG-GPU-@/1/0/2 mig nvidia"},
      {"nvidia.com/gpu", "MIG-GPU-@/1/9999999999", "opaque MIG-GPU-@/1/9999999999 mig nvidia"},
  });
}

TEST(DeviceIds, Gke) {
  check({
      {"nvidia.com/gpu", "nvidia0", "minor nvidia0 0 device-plugin nvidia"},
      {"nvidia.com/gpu", "nvidia10", "minor nvidia10 10 device-plugin nvidia"},
      {"nvidia.com/gpu", "nvidia0/gi3", "minor nvidia0/gi3 0 gi=3 mig nvidia"},
      {"nvidia.com/gpu", "nvidia3/gi5", "minor nvidia3/gi5 3 gi=5 mig nvidia"},
      {"nvidia.com/gpu", "nvidia0/vgpu1", "minor nvidia0 0 #1 time-slicing nvidia"},
      {"nvidia.com/gpu", "nvidia0/gi3/vgpu1", "minor nvidia0/gi3 0 gi=3 #1 time-slicing nvidia"},
      {"nvidia.com/gpu", "nvidia0/vgpu", "minor nvidia0 0 #? time-slicing nvidia"},
      {"nvidia.com/gpu", "0/vgpu", "opaque 0 #? time-slicing nvidia"},
      {"nvidia.com/gpu", "nvidia0/", "opaque nvidia0/ device-plugin nvidia"},
      {"nvidia.com/gpu", "nvidia0/ci1", "opaque nvidia0/ci1 device-plugin nvidia"},
      {"nvidia.com/gpu", "nvidia", "opaque nvidia device-plugin nvidia malformed"},
      {"nvidia.com/gpu", "nvidia-1", "opaque nvidia-1 device-plugin nvidia"},
      {"nvidia.com/gpu", "nvidia99999999999", "opaque nvidia99999999999 device-plugin nvidia"},
  });
}

TEST(DeviceIds, SharingPluginsWhoseIdsAreNotReal) {
  check({
      {"nvidia.com/gpu", "GPU-@-7", "uuid GPU-@ #7 hami nvidia unreal"},
      {"nvidia.com/gpu", "GPU-@-7x", "uuid GPU-@-7x device-plugin nvidia"},
      {"aliyun.com/gpu-mem", "GPU-@-_-12", "uuid GPU-@ #12 gpushare nvidia unreal"},
      {"tencent.com/vcuda-core", "tencent.com/vcuda-core-7", "none gpu-manager nvidia unreal"},
      {"tencent.com/vcuda-memory", "tencent.com/vcuda-memory-268435456-3",
       "none gpu-manager nvidia unreal"},
      {"volcano.sh/gpu-memory", "1-42", "index 1 #42 volcano-gpu nvidia unreal"},
      {"volcano.sh/gpu-number", "odd", "opaque odd volcano-gpu nvidia unreal"},
      {"volcano.sh/vgpu-number", "GPU-@-2", "uuid GPU-@ #2 volcano-vgpu nvidia unreal"},
      {"volcano.sh/vgpu-memory", "GPU-@-memory-9", "uuid GPU-@ #9 volcano-vgpu nvidia unreal"},
      {"volcano.sh/vgpu-cores", "GPU-@-core-99", "uuid GPU-@ #99 volcano-vgpu nvidia unreal"},
      {"volcano.sh/vgpu-number", "GPU-@", "uuid GPU-@ volcano-vgpu nvidia unreal"},
      {"volcano.sh/vgpu-number", "-2", "opaque -2 volcano-vgpu nvidia unreal"},
      {"elasticgpu.io/gpu-core", "2-07", "minor 2 #7 elastic-gpu nvidia unreal"},
      {"elasticgpu.com/gpu-memory", "0-1", "minor 0 #1 elastic-gpu nvidia unreal"},
      {"nvidia.com/vgpu-number", "GPU-@::4", "uuid GPU-@ #4 vgpu-manager nvidia unreal"},
      {"example.org/vgpu-cores", "GPU-@::4", "uuid GPU-@ #4 vgpu-manager nvidia unreal"},
      {"tke.cloud.tencent.com/qgpu-core", "anything", "none qgpu nvidia unreal"},
      {"hygon.com/dcunum", "x", "opaque x hami hygon unreal"},
      {"koordinator.sh/gpu-core", "GPU-@", "uuid GPU-@ koordinator nvidia unreal"},
  });
}

TEST(DeviceIds, Amd) {
  check({
      {"amd.com/gpu", "0000:19:00.0", "pci 0000:19:00.0 device-plugin amd"},
      {"amd.com/gpu", "0000:C3:00.0", "pci 0000:c3:00.0 device-plugin amd"},
      {"amd.com/gpu", "00000000:C3:00.0", "pci 0000:c3:00.0 device-plugin amd"},
      {"amd.com/gpu", "00010000:c3:00.1", "pci 10000:c3:00.1 device-plugin amd"},
      {"amd.com/gpu", "amdgpu_xcp_30", "platform amdgpu_xcp_30 device-plugin amd"},
      {"amd.com/cpx_nps4", "AMDGPU_XCP_0", "platform amdgpu_xcp_0 device-plugin amd"},
      {"amd.com/gpu", "amdgpu_xcp_", "opaque amdgpu_xcp_ device-plugin amd"},
      {"amd.com/gpu", "Odd", "opaque Odd device-plugin amd"},
      {"amd.com/gpu", "c3:00.0", "opaque c3:00.0 device-plugin amd"},
      {"amd.com/gpu", "0000:c3:00.8", "opaque 0000:c3:00.8 device-plugin amd"},
      {"amd.com/gpu", "0000:g3:00.0", "opaque 0000:g3:00.0 device-plugin amd"},
  });
}

TEST(DeviceIds, Intel) {
  check({
      {"gpu.intel.com/i915", "card1-0", "card card1 #0 device-plugin intel"},
      {"gpu.intel.com/xe", "card1-12", "card card1 #12 device-plugin intel"},
      {"gpu.intel.com/i915", "card0", "card card0 device-plugin intel"},
      {"gpu.intel.com/xe", "card1-a", "opaque card1-a device-plugin intel"},
      {"gpu.intel.com/xe", "card-1", "opaque card-1 device-plugin intel"},
      {"gpu.intel.com/monitoring", "all", "none device-plugin intel monitoring"},
      {"gpu.intel.com/i915_monitoring", "all", "none device-plugin intel monitoring"},
      {"gpu.intel.com/xe_monitoring", "all", "none device-plugin intel monitoring"},
  });
}

TEST(DeviceIds, OtherVendors) {
  check({
      {"cambricon.com/mlu", "MLU-@", "uuid MLU-@ device-plugin cambricon"},
      {"cambricon.com/mlu.share", "MLU-@-_-3", "uuid MLU-@ #3 time-slicing cambricon"},
      {"cambricon.com/mlu.mim-1m.2gb", "@-mim-MLU-@", "uuid MLU-@ mim cambricon"},
      {"cambricon.com/mlu.smlu.vcore", "MLU-@-5.10gb-2", "uuid MLU-@ #2 smlu cambricon"},
      {"cambricon.com/mlu.smlu.vcore", "@-profile-1", "uuid @ #1 smlu cambricon"},
      {"cambricon.com/real-mlu-counts", "real-mlu-counts-MLU-@",
       "uuid MLU-@ device-plugin cambricon monitoring"},
      {"cambricon.com/mlu", "odd", "opaque odd device-plugin cambricon"},
      {"huawei.com/Ascend910", "Ascend910-0", "uuid Ascend910-0 device-plugin ascend"},
      {"huawei.com/Ascend910-2c", "Ascend910-2c-100-1", "uuid Ascend910-2c-100-1 vnpu ascend"},
      {"huawei.com/Ascend910B3", "@-1", "uuid @ #1 hami ascend unreal"},
      {"huawei.com/Ascend910", "odd", "opaque odd device-plugin ascend"},
      {"iluvatar.com/gpu", "GPU-@", "uuid GPU-@ device-plugin iluvatar"},
      {"iluvatar.com/gpu", "@", "uuid @ device-plugin iluvatar"},
      {"iluvatar.ai/gpu", "GPU-@::1", "uuid GPU-@ #1 time-slicing iluvatar"},
      {"iluvatar.ai/MR-V100-vgpu", "@::1", "uuid @ #1 hami iluvatar unreal"},
      {"habana.ai/gaudi", "AC-01", "opaque AC-01 device-plugin habana"},
      {"aws.amazon.com/neuron", "0", "opaque 0 device-plugin aws"},
  });
}

TEST(DeviceIds, VirtualMachinesAndUnknownForms) {
  check({
      {"nvidia.com/GA102GL_A10", "0000:3B:00.0", "pci 0000:3b:00.0 device-plugin nvidia"},
      {"nvidia.com/GA102GL_A10", "42", "opaque 42 device-plugin nvidia"},
      {"nvidia.com/GRID_T4-1Q", "@", "opaque @ device-plugin nvidia"},
      {"example.org/gpu", "GPU-@", "uuid GPU-@ device-plugin nvidia"},
      {"example.org/gpu", "0000:3b:00.0", "pci 0000:3b:00.0 device-plugin -"},
      {"example.org/gpu", "amdgpu_xcp_1", "platform amdgpu_xcp_1 device-plugin amd"},
      {"example.org/thing", "tegra", "opaque tegra device-plugin -"},
      {"example.org/thing", "a-1::2", "opaque a-1 #2 time-slicing -"},
      {"example.org/thing", "", "opaque device-plugin - malformed"},
      {"", "::", "opaque :: device-plugin - malformed"},
      {"example.org/thing", "\xff\xfe", "opaque \xff\xfe device-plugin -"},
  });
}

// A bare UUID ends in a dash and twelve characters that may all be digits.
TEST(DeviceIds, BareUuidsAreNeverCut) {
  const std::string digits = "00000000-1111-2222-3333-444444444444";
  for (const std::string prefix : {"GPU-", "MIG-"}) {
    for (const char* resource : {"nvidia.com/gpu", "volcano.sh/vgpu-number", "aliyun.com/gpu-mem",
                                 "nvidia.com/vgpu-number", "iluvatar.com/gpu", "a.org/b"}) {
      const ParsedId got = parse_device_id(resource, prefix + digits);
      EXPECT_EQ(got.key.text, prefix + digits) << resource;
      EXPECT_FALSE(got.shared) << resource;
    }
  }
  for (const char* resource : {"huawei.com/Ascend910", "iluvatar.com/gpu", "cambricon.com/mlu",
                               "gpu.intel.com/xe", "amd.com/gpu", "nvidia.com/gpu"}) {
    EXPECT_EQ(parse_device_id(resource, digits).key.text, digits) << resource;
  }
  EXPECT_EQ(parse_device_id("cambricon.com/mlu", "MLU-" + digits).key.text, "MLU-" + digits);
}

TEST(DeviceIds, VendorOfResource) {
  EXPECT_EQ(vendor_of_resource("nvidia.com/gpu"), "nvidia");
  EXPECT_EQ(vendor_of_resource("volcano.sh/vgpu-number"), "nvidia");
  EXPECT_EQ(vendor_of_resource("gpu.intel.com/i915"), "intel");
  EXPECT_EQ(vendor_of_resource("huawei.com/npu-core"), "ascend");
  EXPECT_EQ(vendor_of_resource("cpu"), "");
}

}  // namespace
}  // namespace pge::schemes
