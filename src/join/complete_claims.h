// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <vector>

#include "join/known_pods.h"
#include "model/claim.h"
#include "model/grant_record.h"

namespace pge {

// Claims of one node with what the node's own files add to them.
struct CompleteClaims {
  std::vector<const Claim*> claims;
  std::deque<Claim> made;  // those among `claims` that are not the sources' own
};

// `listed` are claims of sources that list living pods by name (PodResources). Each is tied to the
// record of the same container, resource and device id, whose pod may bear its name:
//  - it gets the record's pod uid;
//  - where the record says what the container received (Evidence::given), that counts in place of
//    what the kubelet picked, for all ids of that container and resource at once.
// Records without a listed pod are left over from pods that are gone and say nothing; but if nobody
// lists pods (`anybody_lists` is false: PodResources is not there or has long been silent), those
// of pods that the kubelet still keeps speak for themselves. Containers that only records know
// (plain init containers) are added to a pod that is listed, unless another container of it holds
// the same ids: then they have done their work. A grant for watching ends the claim that it is tied
// to.
CompleteClaims complete_claims(const std::vector<const Claim*>& listed,
                               const std::vector<const GrantRecord*>& records,
                               const KnownPods& pods, bool anybody_lists);

}  // namespace pge
