// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace pge {

// What Tencent's gpu-manager notes of one container.
struct GpuManagerGrant {
  std::string pod_uid;
  std::string container;
  std::vector<int> minors;                    // "/dev/nvidia<minor>", sorted, each once
  std::optional<std::uint64_t> cores;         // hundredths of a card, of all cards together
  std::optional<std::uint64_t> memory_bytes;  // of all cards together

  bool operator==(const GpuManagerGrant&) const = default;
};

struct GpuManagerCheckpoint {
  std::vector<GpuManagerGrant> grants;  // in the order of the file
  std::vector<Error> skipped;
};

// gpu-manager's gpumanager_internal_checkpoint; docs/formats/gpu-manager-checkpoint.md describes
// it. Fails with `malformed` or `too_large`; a single bad entry is left out and told.
Result<GpuManagerCheckpoint> parse_gpu_manager_checkpoint(std::string_view text);

}  // namespace pge
