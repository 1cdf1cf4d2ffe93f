// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bitset>
#include <deque>
#include <optional>

#include "exposition/node_page.h"
#include "exposition/pages.h"

namespace pge {

namespace {

using FacetSet = std::bitset<6>;

std::size_t bit(Facet facet) { return static_cast<std::size_t>(facet); }

// A NodePart that came, went (no `after`) or changed, and the lists of it that differ.
struct PartChange {
  LeafKey key;
  std::optional<EscapedPart> after;
  FacetSet changed;
};

FacetSet differences(const NodePart& a, const NodePart& b) {
  FacetSet changed;
  changed[bit(Facet::allocations)] = a.allocations != b.allocations;
  changed[bit(Facet::devices)] = a.devices != b.devices;
  changed[bit(Facet::device_pods)] = a.device_pods != b.device_pods || changed[bit(Facet::devices)];
  changed[bit(Facet::resources)] = a.resources != b.resources;
  changed[bit(Facet::conflicts)] = a.conflicts != b.conflicts;
  changed[bit(Facet::unresolved)] = a.unresolved != b.unresolved;
  return changed;
}

using PartList = std::vector<std::shared_ptr<const NodePart>>;

// A deque, because an EscapedPart stays where it was made.
std::deque<PartChange> part_changes(const PartList& before, const PartList& after) {
  const NodePart none;
  std::deque<PartChange> changes;
  const auto add = [&](const NodePart* old, const NodePart* fresh) {
    const FacetSet changed =
        differences(old != nullptr ? *old : none, fresh != nullptr ? *fresh : none);
    if (changed.none()) return;
    PartChange& change = changes.emplace_back();
    change.key = std::make_shared<const std::string>((fresh != nullptr ? fresh : old)->node);
    if (fresh != nullptr) change.after.emplace(*fresh);
    change.changed = changed;
  };
  auto old = before.begin();
  for (const auto& fresh : after) {
    // Shared, as nearly all are: not looked at.
    if (old != before.end() && *old == fresh) {
      ++old;
      continue;
    }
    while (old != before.end() && (*old)->node < fresh->node) add((old++)->get(), nullptr);
    const bool same_node = old != before.end() && (*old)->node == fresh->node;
    add(same_node ? (old++)->get() : nullptr, fresh.get());
  }
  while (old != before.end()) add((old++)->get(), nullptr);
  return changes;
}

std::string rendered(const Family& family, void (*write)(EscapedPart&, Lines&),
                     std::optional<EscapedPart>& part) {
  std::string text;
  if (!part) return text;
  Lines lines(family);
  write(*part, lines);
  lines.append_to(text);
  return text;
}

void update_family(FamilyPage& page, std::deque<PartChange>& changes, std::uint64_t generation,
                   UpdateCost& cost) {
  std::vector<LeafChange> leaves;
  for (PartChange& change : changes) {
    if (!change.changed[bit(page.family->reads)]) continue;
    leaves.push_back({change.key, rendered(page.family->family, page.family->write, change.after)});
  }
  cost.leaves += leaves.size();
  page.lines = page.lines.with(std::move(leaves), generation);
}

void update_nodes(PageTree& page, std::deque<PartChange>& changes, std::uint64_t generation,
                  UpdateCost& cost) {
  std::vector<NodeLines> nodes;
  for (PartChange& change : changes) {
    if (!change.changed[bit(Facet::allocations)]) continue;
    const std::string name = node_family_name(*change.key);
    Family family = kNodeMapFamily;
    family.name = name;
    nodes.push_back({*change.key, rendered(family, write_map, change.after)});
  }
  cost.leaves += nodes.size();
  page = with_node_lines(page, std::move(nodes), generation);
}

const PageTree& map_lines(const Pages& pages) {
  const auto is_map = [](const FamilyPage& page) { return page.family->write == write_map; };
  return std::ranges::find_if(pages.families, is_map)->lines;
}

}  // namespace

std::shared_ptr<const Pages> update_pages(const Pages& previous,
                                          std::shared_ptr<const Snapshot> snapshot,
                                          const PageConfig& config) {
  static const PartList kNone;
  auto pages = std::make_shared<Pages>(previous);
  pages->config = config;
  pages->cost = {};
  auto changes = part_changes(previous.snapshot ? previous.snapshot->nodes : kNone,
                              snapshot ? snapshot->nodes : kNone);
  const std::uint64_t generation = snapshot ? snapshot->generation : 0;
  pages->snapshot = std::move(snapshot);
  pages->cost.parts = changes.size();
  if (!changes.empty()) {
    for (FamilyPage& page : pages->families) update_family(page, changes, generation, pages->cost);
    update_nodes(pages->nodes, changes, generation, pages->cost);
  }
  pages->legacy = config.legacy ? LegacyPage::of(map_lines(*pages), previous.legacy) : LegacyPage();
  return pages;
}

}  // namespace pge
