// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace pge {

// A device of a claim, as its driver described it to the kubelet. Kubelets before 1.31 know no
// pool and device, only CDI names.
struct DraDevice {
  std::string driver;
  std::string pool;
  std::string device;
  std::string share_id;
  std::vector<std::string> requests;
  std::vector<std::string> cdi_names;

  bool operator==(const DraDevice&) const = default;
};

// A ResourceClaim that the kubelet holds prepared for pods of the node.
struct DraClaim {
  std::string uid;
  std::string ns;
  std::string name;
  std::vector<std::string> pod_uids;  // sorted, each once
  std::vector<DraDevice> devices;

  bool operator==(const DraClaim&) const = default;
};

struct DraState {
  std::vector<DraClaim> claims;
  std::vector<Error> skipped;
};

// The kubelet's dra_manager_state in both layouts; docs/formats/dra-state.md describes them. Where
// the layout has a CRC-32, it is verified. Fails with `malformed` (torn, no JSON, wrong CRC, no
// entries) or `too_large`; a single bad claim or device is left out and told.
Result<DraState> parse_dra_state(std::string_view text);

}  // namespace pge
