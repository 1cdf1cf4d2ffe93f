// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "exposition/families/tables.h"

namespace pge {

// Every family of the nodes' facts, and every family about the exporter itself; by name.
std::vector<const PartFamily*> part_families();
std::vector<const SelfFamily*> self_families();

// Every family of fixed name on /metrics, by name.
std::vector<const Family*> catalog();

// docs/metrics.md: made from the catalog, so that the page cannot say what the program does not do.
std::string metrics_markdown();

}  // namespace pge
