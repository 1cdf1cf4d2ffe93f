// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "model/snapshot.h"

namespace pge {

// Facts of one node that cannot all be true: `two_exclusive_owners` counts the devices that two
// pods hold as a whole.
std::vector<ReasonCount> conflicts_within(const NodePart& part);

// Adds what cannot be true of several nodes together: `two_nodes` counts, on each node concerned,
// the devices that another node has too, `two_models` those to which the nodes give different
// models.
void add_conflicts_between(std::vector<std::shared_ptr<NodePart>>& parts);

}  // namespace pge
