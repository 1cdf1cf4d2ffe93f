// SPDX-License-Identifier: Apache-2.0
//
// Where families are defined: one table a theme, one row a family with the function that writes its
// lines. To add a family, add a row; the catalog, the pages and docs/metrics.md follow from it.
#pragma once

#include <cstdint>
#include <span>

#include "exposition/families/escaped_part.h"
#include "exposition/family.h"
#include "exposition/self_input.h"
#include "exposition/text/lines.h"

namespace pge {

// The list of a NodePart that a family reads: while it stays the same, so do the family's lines.
enum class Facet : std::uint8_t {
  allocations,
  devices,
  device_pods,
  resources,
  conflicts,
  unresolved
};

struct PartFamily {
  Family family;
  Facet reads;
  void (*write)(EscapedPart& part, Lines& out);
};

struct SelfFamily {
  Family family;
  void (*write)(const SelfInput& self, LabelEscaper& escape, Lines& out);
};

std::span<const PartFamily> allocation_families();
std::span<const PartFamily> device_families();
std::span<const PartFamily> node_families();

std::span<const SelfFamily> source_families();
std::span<const SelfFamily> exporter_families();
std::span<const SelfFamily> process_families();

// Families named at run time; `name` says how. The nodes' page, one for each node name.
extern const Family kNodeMapFamily;
// The retired families, one for each line of the map.
extern const Family kLegacyFamily;

// The five labels of the map.
void write_map(EscapedPart& part, Lines& out);

}  // namespace pge
