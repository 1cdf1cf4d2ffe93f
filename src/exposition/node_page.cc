// SPDX-License-Identifier: Apache-2.0
#include "exposition/node_page.h"

#include <set>

#include "exposition/families/tables.h"

namespace pge {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_';
}

// Behind the first byte of a character of several.
bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

std::string head_of(const std::string& family_name) {
  Family family = kNodeMapFamily;
  family.name = family_name;
  std::string head;
  append_head(head, family);
  return head;
}

// NUL sorts before every character of a name: a family's nodes follow its head, and no other
// family comes between.
std::string nodes_of(const std::string& family_name) { return family_name + '\0'; }

}  // namespace

std::string node_family_name(std::string_view node) {
  std::string name;
  if (!node.empty() && is_digit(node.front())) name = "node_";
  for (const char c : page_safe(node)) {
    if (!is_continuation(c)) name += is_name_character(c) ? c : '_';
  }
  return name + "_info";
}

PageTree with_node_lines(const PageTree& page, std::vector<NodeLines> nodes,
                         std::uint64_t generation) {
  std::set<std::string> families;
  std::vector<LeafChange> lines;
  for (NodeLines& node : nodes) {
    const std::string family = node_family_name(node.node);
    lines.push_back(
        {std::make_shared<const std::string>(nodes_of(family) + node.node), std::move(node.lines)});
    families.insert(family);
  }
  const PageTree bare = page.with(std::move(lines), generation);
  // A head stands as long as any node of its family does.
  std::vector<LeafChange> heads;
  for (const std::string& family : families) {
    const LeafKey first = bare.lower_bound(nodes_of(family));
    const bool used = first && first->starts_with(nodes_of(family));
    heads.push_back(
        {std::make_shared<const std::string>(family), used ? head_of(family) : std::string()});
  }
  return bare.with(std::move(heads), generation);
}

}  // namespace pge
