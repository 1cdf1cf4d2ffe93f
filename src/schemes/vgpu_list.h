// SPDX-License-Identifier: Apache-2.0
//
// The list that HAMi and Volcano's vGPU write into pods: containers separated by ";", the devices
// of one each ended by ":", the fields of one separated by ",".
//   UUID,Type,MemMiB,CoresPercent:        since v2.0, and Volcano
//   UUID,MemMiB,CoresPercent:             before
// and the lists of a node's devices, which both register as node annotations.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "model/device.h"
#include "schemes/claims.h"

namespace pge::schemes {

struct VgpuDevice {
  std::string_view raw;   // first field as it stands
  std::string_view uuid;  // less the marker of a MIG template, "[1-2]"
  std::string_view type;  // "NVIDIA", "MLU", …; empty in the old form
  std::optional<std::uint64_t> memory_mib;
  std::optional<std::uint64_t> cores;  // percent of the card; 0 = no limit
};

using VgpuSegment = std::vector<VgpuDevice>;  // of one container

enum class SegmentEnd {
  terminated,  // every container's segment ends with ";" (HAMi since v2.3)
  joined,      // ";" stands between segments only (before, and Volcano)
};

// Elements that cannot be read are left out and reported to `claims` under `key`. At most
// ClaimList::kMaxListed devices and kMaxSegments segments are read.
inline constexpr std::size_t kMaxSegments = 512;
std::vector<VgpuSegment> parse_vgpu_list(std::string_view key, std::string_view text,
                                         SegmentEnd end, ClaimList& claims);

// Nothing granted where a number is absent or 0.
Share share_of(const VgpuDevice& device);

// A node's register in one of its forms, told apart by the first byte and the number of fields:
//   UUID,count,devmem,devcore,type,numa,health[,index,mode]:   HAMi up to v2.7
//   [{"id":…,"index":…,"type":…,"health":…}]                    HAMi since v2.8; 0 and false left
//   out UUID,count,devmem,type,health[,mode]:                       Volcano
// The memory in it is scaled by the operator's overcommit factor, so no device gets one.
enum class RegisterForm { hami, volcano };
void parse_register(std::string_view key, std::string_view text, RegisterForm form,
                    const Device& common, Reading<Device>& out);

// A card's model as the driver spells it: the plugins put "NVIDIA-" in front.
std::string_view plain_model(std::string_view type);

}  // namespace pge::schemes
