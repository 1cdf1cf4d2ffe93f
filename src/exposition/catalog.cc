// SPDX-License-Identifier: Apache-2.0
#include "exposition/catalog.h"

#include <algorithm>

namespace pge {

namespace {

template <class Row>
std::vector<const Row*> by_name(std::initializer_list<std::span<const Row>> tables) {
  std::vector<const Row*> rows;
  for (const auto& table : tables) {
    for (const Row& row : table) rows.push_back(&row);
  }
  std::ranges::sort(rows, {}, [](const Row* row) { return row->family.name; });
  return rows;
}

}  // namespace

std::vector<const PartFamily*> part_families() {
  return by_name<PartFamily>({allocation_families(), device_families(), node_families()});
}

std::vector<const SelfFamily*> self_families() {
  return by_name<SelfFamily>({source_families(), exporter_families(), process_families()});
}

std::vector<const Family*> catalog() {
  std::vector<const Family*> families;
  for (const PartFamily* row : part_families()) families.push_back(&row->family);
  for (const SelfFamily* row : self_families()) families.push_back(&row->family);
  std::ranges::sort(families, {}, &Family::name);
  return families;
}

}  // namespace pge
