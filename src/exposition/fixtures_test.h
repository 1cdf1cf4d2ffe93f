// SPDX-License-Identifier: Apache-2.0
//
// Snapshots that tests of pages share.
#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "exposition/pages.h"
#include "exposition/self_input.h"
#include "model/snapshot.h"

namespace pge {

using SnapshotPtr = std::shared_ptr<const Snapshot>;

// Nodes in any order; lists are sorted as a published snapshot's are.
SnapshotPtr snapshot_of(std::uint64_t generation, std::vector<NodePart> nodes);

// The twelve rows that the exporter before this one showed as its sample, of which eight differ.
SnapshotPtr seed_snapshot();
// Every family with lines, on nodes whose names are not names of metrics.
SnapshotPtr mixed_snapshot();
// Texts that do their best to break a page.
SnapshotPtr hostile_snapshot();

// A random node's part; small vocabularies, so that label sets meet.
NodePart random_part(const std::string& node, std::mt19937& random);

// Fixed values for what a page says of the exporter itself. Views static data.
SelfInput sample_self();

std::shared_ptr<const Pages> pages_of(SnapshotPtr snapshot, bool legacy = false);

}  // namespace pge
