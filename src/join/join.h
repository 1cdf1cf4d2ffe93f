// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "model/facts.h"
#include "model/snapshot.h"

namespace pge {

// What all sources say together, node by node. Steps: gather the inventory, match each claim to a
// device, count what cannot be matched and what contradicts, count schedulable ids, sort. Pure; the
// result depends on the facts alone, not on their order.
std::vector<std::shared_ptr<const NodePart>> join(std::span<const SourceState> states);

// `parts` as the next generation after `previous` (null: the first is number 1). Parts equal to the
// previous ones keep their pointer; if all are, `previous` itself comes back.
std::shared_ptr<const Snapshot> next_snapshot(std::shared_ptr<const Snapshot> previous,
                                              std::vector<std::shared_ptr<const NodePart>> parts);

}  // namespace pge
