// SPDX-License-Identifier: Apache-2.0
#include "join/rank_claims.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>

namespace pge {
namespace {

// Two instances of a pod under one name hold for themselves; where a source does not know the uid,
// its word counts with everybody's.
struct Holding {
  std::string_view ns, pod, uid, container, vendor, resource;
  auto operator<=>(const Holding&) const = default;
};

Holding holding_of(const Claim& claim) {
  return {claim.pod.ns,    claim.pod.name, claim.pod.uid,
          claim.container, claim.vendor,   claim.resource};
}

using Group = std::vector<const MatchedClaim*>;
using Levels = std::map<Evidence, Group, std::greater<>>;

bool placed(const Group& group) {
  return std::ranges::all_of(group,
                             [](const MatchedClaim* claim) { return !claim->match.id.empty(); });
}

// A weaker source's word is worth a look only where it names devices.
std::set<std::string_view> devices(const Group& group) {
  std::set<std::string_view> ids;
  for (const MatchedClaim* claim : group) {
    if (!claim->match.id.empty()) ids.insert(claim->match.id);
  }
  return ids;
}

Evidence strongest(const Levels& levels) {
  for (const auto& [evidence, group] : levels) {
    if (placed(group)) return evidence;
  }
  return levels.begin()->first;
}

}  // namespace

RankedClaims rank_claims(const std::vector<MatchedClaim>& claims) {
  std::map<Holding, Levels> holdings;
  for (const MatchedClaim& claim : claims) {
    if (claim.claim->evidence == Evidence::process) continue;
    holdings[holding_of(*claim.claim)][claim.claim->evidence].push_back(&claim);
  }
  std::set<const MatchedClaim*> standing;
  RankedClaims out;
  for (const auto& [holding, levels] : holdings) {
    const Evidence top = strongest(levels);
    const Group& group = levels.at(top);
    standing.insert(group.begin(), group.end());
    const auto named = devices(group);
    const bool differs = std::ranges::any_of(levels, [&](const auto& level) {
      const auto others = devices(level.second);
      return level.first != top && !others.empty() && !named.empty() && others != named;
    });
    if (differs) ++out.differing;
  }
  for (const MatchedClaim& claim : claims) {
    if (standing.contains(&claim)) out.winners.push_back(&claim);
  }
  return out;
}

}  // namespace pge
