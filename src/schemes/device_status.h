// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "schemes/scheme.h"

namespace pge::schemes {

// Device-plugin ids in status.containerStatuses[].allocatedResourcesStatus[] (Kubernetes 1.31 and
// later, where switched on): what the kubelet picked, without access to the node. Ids of sharing
// schemes, which say nothing about the card, make no claims.
Reading<Claim> claims_of_status(const PodContext& context);

}  // namespace pge::schemes
