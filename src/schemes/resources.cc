// SPDX-License-Identifier: Apache-2.0
#include "schemes/resources.h"

#include <algorithm>
#include <array>

#include "base/strings.h"
#include "schemes/device_ids.h"
#include "schemes/id_forms.h"

namespace pge::schemes {
namespace {

using Kind = DeviceKey::Kind;

// Resources of which a container asks whenever it wants a GPU. Where a scheme has several, the ones
// that may stand alone; amounts that only go with another (memory, cores) are not devices.
constexpr auto kDefaults = std::to_array<std::string_view>({
    "nvidia.com/gpu",
    "nvidia.com/gpu.shared",
    "nvidia.com/gpu-*gb",
    "nvidia.com/mig-*",
    "nvidia.com/vgpu-number",
    "amd.com/gpu",
    "amd.com/*_nps*",
    "gpu.intel.com/i915",
    "gpu.intel.com/xe",
    "habana.ai/gaudi",
    "aliyun.com/gpu-mem",
    "tencent.com/vcuda-core",
    "tke.cloud.tencent.com/qgpu-core",
    "volcano.sh/gpu-memory",
    "volcano.sh/gpu-number",
    "volcano.sh/vgpu-number",
    "elasticgpu.io/gpu-core",
    "elasticgpu.io/gpu-memory",
    "elasticgpu.com/gpu-core",
    "elasticgpu.com/gpu-memory",
    "koordinator.sh/gpu",
    "koordinator.sh/gpu.shared",
    "koordinator.sh/gpu-core",
    "koordinator.sh/gpu-memory-ratio",
    "cambricon.com/mlu",
    "cambricon.com/mlu???",
    "cambricon.com/mlu*.share",
    "cambricon.com/mlu*.mim-*",
    "cambricon.com/mlu*.smlu.vcore",
    "cambricon.com/vmlu",
    "huawei.com/Ascend310",
    "huawei.com/Ascend310P",
    "huawei.com/Ascend310P-?c*",
    "huawei.com/Ascend910",
    "huawei.com/Ascend910?",
    "huawei.com/Ascend910B?",
    "huawei.com/Ascend910B4-1",
    "huawei.com/Ascend910-?c*",
    "huawei.com/Ascend910-??c*",
    "huawei.com/npu-core",
    "iluvatar.com/gpu",
    "iluvatar.ai/gpu",
    "iluvatar.ai/*-vgpu",
    "hygon.com/dcu",
    "hygon.com/dcunum",
    "metax-tech.com/gpu",
    "metax-tech.com/sgpu",
    "mthreads.com/vgpu",
    "enflame.com/gcu",
    "enflame.com/drs-gcu",
    "kunlunxin.com/xpu",
    "kunlunxin.com/vxpu",
    "birentech.com/gpu",
    "vastaitech.com/va",
    "aws.amazon.com/neuron*",
});

// Forms that nobody but a GPU's plugin uses. A PCI address may be a NIC's, a number anything.
bool has_gpu_form(const ParsedId& parsed) {
  if (parsed.monitoring) return false;
  const DeviceKey& key = parsed.key;
  switch (key.kind) {
    case Kind::mig_legacy:
    case Kind::minor:
      return true;
    case Kind::platform:
      return key.text.starts_with("amdgpu_xcp_");
    case Kind::uuid: {
      const std::string_view text = key.text;
      for (const std::string_view prefix : {"GPU-", "MIG-", "MLU-"}) {
        if (text.starts_with(prefix)) return is_uuid(text.substr(prefix.size()));
      }
      return text.starts_with("Ascend");
    }
    case Kind::card:
      return parsed.vendor == "intel";
    default:
      return false;
  }
}

}  // namespace

ResourcePatterns ResourcePatterns::defaults() {
  return ResourcePatterns(std::vector<std::string>(kDefaults.begin(), kDefaults.end()));
}

ResourcePatterns::ResourcePatterns(std::vector<std::string> patterns)
    : patterns_(std::move(patterns)) {}

bool ResourcePatterns::listed(std::string_view resource) const {
  return std::ranges::any_of(
      patterns_, [&](const std::string& pattern) { return glob_match(pattern, resource); });
}

bool ResourcePatterns::counts(std::string_view resource, std::string_view id) const {
  const ParsedId parsed = parse_device_id(resource, id);
  if (parsed.monitoring || parsed.malformed) return false;
  if (listed(resource)) return true;
  // Memory and core units of a sharing plugin may carry the card's id: amounts, not devices.
  const bool units = !parsed.id_is_real && parsed.scheme != "hami";
  return !units && has_gpu_form(parsed);
}

}  // namespace pge::schemes
