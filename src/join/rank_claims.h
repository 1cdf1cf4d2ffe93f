// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "join/match_devices.h"
#include "model/claim.h"

namespace pge {

struct MatchedClaim {
  const Claim* claim = nullptr;
  Match match;
};

// Which of the claims count. Of several sources that speak of the same holding (one container of a
// pod, vendor and resource) the strongest evidence stands, as long as it can be tied to devices: a
// number that no inventory knows is worth less than a weaker source's id. `process` never assigns.
struct RankedClaims {
  std::vector<const MatchedClaim*> winners;  // in the order of the input
  // Holdings about which a weaker source names other devices than the one that stands.
  std::size_t differing = 0;
};

RankedClaims rank_claims(const std::vector<MatchedClaim>& claims);

}  // namespace pge
