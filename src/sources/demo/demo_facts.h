// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/clock.h"
#include "model/facts.h"
#include "sources/demo/simulation.h"

namespace pge::demo {

// Who holds what, what is held and what could be, and who the pods are, on every node. `began` is
// when the demo did.
Facts facts_of(const Simulation& simulation, WallTime began);

}  // namespace pge::demo
