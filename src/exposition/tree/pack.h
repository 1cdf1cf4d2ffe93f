// SPDX-License-Identifier: Apache-2.0
//
// How the nodes of one level of a page tree keep their size when what they hold changes. A Level
// says what its nodes are and what they hold:
//   Node, Item                          the node and one thing in it
//   kLeast, kMost, kAim                 bounds of a node's weight, and the weight of a fresh one
//   weight(item), unpack(node, items)   what counts; appends what a node holds
//   make(items, generation)             a shared node of these
#pragma once

#include <cstdint>
#include <iterator>
#include <memory>
#include <span>
#include <vector>

namespace pge::tree {

// A run of neighbours: an old node that stays as it is, or items of which nodes are made anew.
template <class Level>
struct Stretch {
  std::shared_ptr<const typename Level::Node> kept;
  std::vector<typename Level::Item> items;
};

template <class Level>
std::size_t weight(std::span<const typename Level::Item> items) {
  std::size_t sum = 0;
  for (const auto& item : items) sum += Level::weight(item);
  return sum;
}

template <class Level>
bool is_small(const Stretch<Level>& stretch) {
  return !stretch.kept && weight<Level>(stretch.items) < Level::kLeast;
}

template <class Level>
void join(Stretch<Level>& into, Stretch<Level>&& next) {
  for (Stretch<Level>* stretch : {&into, &next}) {
    if (stretch->kept) Level::unpack(*stretch->kept, stretch->items);
    stretch->kept.reset();
  }
  into.items.insert(into.items.end(), std::make_move_iterator(next.items.begin()),
                    std::make_move_iterator(next.items.end()));
}

// Nodes of these items, none above kMost except for the sake of a single item.
template <class Level>
void cut(std::span<const typename Level::Item> items, std::uint64_t generation,
         std::vector<std::shared_ptr<const typename Level::Node>>& out) {
  const std::size_t total = weight<Level>(items);
  const std::size_t pieces = total <= Level::kMost ? 1 : (total + Level::kAim - 1) / Level::kAim;
  const std::size_t aim = (total + pieces - 1) / pieces;
  std::size_t begin = 0;
  std::size_t gathered = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::size_t more = Level::weight(items[i]);
    if (gathered > 0 && (gathered >= aim || gathered + more > Level::kMost)) {
      out.push_back(Level::make(items.subspan(begin, i - begin), generation));
      begin = i;
      gathered = 0;
    }
    gathered += more;
  }
  if (begin < items.size()) out.push_back(Level::make(items.subspan(begin), generation));
}

// The nodes of a level, in order. What has become small takes in its neighbour.
template <class Level>
std::vector<std::shared_ptr<const typename Level::Node>> pack(std::vector<Stretch<Level>> stretches,
                                                              std::uint64_t generation) {
  std::vector<Stretch<Level>> joined;
  for (Stretch<Level>& stretch : stretches) {
    if (!stretch.kept && stretch.items.empty()) continue;
    if (!joined.empty() && (is_small(joined.back()) || is_small(stretch))) {
      join(joined.back(), std::move(stretch));
    } else {
      joined.push_back(std::move(stretch));
    }
  }
  std::vector<std::shared_ptr<const typename Level::Node>> nodes;
  for (Stretch<Level>& stretch : joined) {
    if (stretch.kept) {
      nodes.push_back(std::move(stretch.kept));
    } else {
      cut<Level>(stretch.items, generation, nodes);
    }
  }
  return nodes;
}

}  // namespace pge::tree
