// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "exposition/tree/page_tree.h"

namespace pge {

// Family of a node on /metrics/nodes: every character outside [a-zA-Z0-9_] becomes `_`, `node_` is
// put in front of a digit, `_info` behind. Not one to one: "a.b" and "a-b" share "a_b_info", and
// their lines differ by the label `node`.
std::string node_family_name(std::string_view node);

// A node and its lines below its family's head; no lines: the node has no GPU pods.
struct NodeLines {
  std::string node;
  std::string lines;
};

// The page with these nodes' lines exchanged. A leaf for each family's head and for each node's
// lines, ordered by family, then node.
PageTree with_node_lines(const PageTree& page, std::vector<NodeLines> nodes,
                         std::uint64_t generation);

}  // namespace pge
