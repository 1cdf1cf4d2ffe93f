// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "model/claim.h"
#include "model/ids.h"

namespace pge {

// What a file of the node notes about one grant: the kubelet's checkpoint, a plugin's own, the
// state of its DRA manager. Such files know the pod's uid and what the container really received,
// but seldom the pod's name, and they keep entries of pods that are long gone. So a record says
// nothing by itself: it completes what a source that lists living pods says.
//
// To be joined by (resource, one of `ids`, container) with what PodResources lists, or by pod uid
// where names are known for uids; records without `ids` by pod uid and container alone.
struct GrantRecord {
  std::string node;
  PodRef pod;                    // uid always; namespace and name where the file has them (DRA)
  std::string container;         // empty: the file does not say which (DRA)
  std::string resource;          // extended resource; empty for DRA
  std::vector<std::string> ids;  // as PodResources spells them: device ids as the kubelet picked
                                 // them, "<driver>/<pool>/<device>" for DRA; sorted, each once
  // The same in terms of devices, with `pod`, `container` and `resource` from above. Where the
  // file says what the container received: Evidence::given. Where it names that by numbers that
  // only an inventory can resolve, the kubelet's own pick, if it means something, follows as
  // Evidence::kubelet_id: the word of a `given` claim that cannot be resolved is no better.
  std::vector<Claim> claims;
  bool monitoring = false;  // a grant to watch (adminAccess), never a use; has no claims

  bool operator==(const GrantRecord&) const = default;
};

}  // namespace pge
