// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/ids.h"

namespace pge {

// A device that NVIDIA's DRA driver has prepared for a claim.
struct PreparedDevice {
  std::string pool;
  std::string device;       // "gpu-0", "gpu-0-mig-1g5gb-19-4"
  std::string uuid;         // "GPU-…" or "MIG-…"; of a dynamic MIG device known only from here
  bool monitoring = false;  // allocated with adminAccess

  bool operator==(const PreparedDevice&) const = default;
};

struct PreparedClaim {
  std::string uid;
  std::string ns;  // this and the name are empty in older files
  std::string name;
  std::vector<PodRef> pods;  // for which the claim is reserved; names and uids
  std::vector<PreparedDevice> devices;

  bool operator==(const PreparedClaim&) const = default;
};

struct NvidiaDraCheckpoint {
  std::string boot_id;  // of the node when it was written; empty in older files
  std::vector<PreparedClaim> claims;
  std::vector<Error> skipped;
};

// checkpoint.json of the driver gpu.nvidia.com, second and first version;
// docs/formats/dra-state.md describes it. Claims whose preparation was begun or given up and not
// completed are left out. The format is the driver's own business and has changed before, so
// everything in it may be missing. Fails with `malformed` or `too_large`.
Result<NvidiaDraCheckpoint> parse_nvidia_dra_checkpoint(std::string_view text);

}  // namespace pge
