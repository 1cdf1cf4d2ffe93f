// SPDX-License-Identifier: Apache-2.0
#include "exposition/tree/page_tree.h"

#include <zlib.h>

#include <algorithm>

#include "exposition/tree/pack.h"

namespace pge {

namespace {

using Changes = std::span<const LeafChange>;

std::uint32_t crc_of(std::string_view text) {
  return static_cast<std::uint32_t>(
      crc32_z(0, reinterpret_cast<const Bytef*>(text.data()), text.size()));
}

void append_extent(Extent& to, std::uint64_t size, std::uint32_t crc) {
  to.crc = static_cast<std::uint32_t>(crc32_combine(to.crc, crc, static_cast<z_off_t>(size)));
  to.size += size;
}

struct BucketLevel {
  using Node = Bucket;
  struct Item {
    Leaf leaf;
    std::string_view text;
  };
  static constexpr std::size_t kLeast = 16U << 10;
  static constexpr std::size_t kMost = 64U << 10;
  static constexpr std::size_t kAim = 32U << 10;

  static std::size_t weight(const Item& item) { return item.text.size(); }

  static void unpack(const Bucket& bucket, std::vector<Item>& items) {
    std::string_view text = bucket.text;
    for (const Leaf& leaf : bucket.leaves) {
      items.push_back({leaf, text.substr(0, leaf.size)});
      text.remove_prefix(leaf.size);
    }
  }

  static std::shared_ptr<const Bucket> make(std::span<const Item> items, std::uint64_t generation) {
    auto bucket = std::make_shared<Bucket>();
    bucket->extent.generation = generation;
    bucket->leaves.reserve(items.size());
    bucket->text.reserve(tree::weight<BucketLevel>(items));
    for (const Item& item : items) {
      bucket->leaves.push_back(item.leaf);
      bucket->text += item.text;
    }
    bucket->extent.size = bucket->text.size();
    bucket->extent.crc = crc_of(bucket->text);
    return bucket;
  }
};

struct GroupLevel {
  using Node = Group;
  using Item = std::shared_ptr<const Bucket>;
  static constexpr std::size_t kLeast = 8;
  static constexpr std::size_t kMost = 64;
  static constexpr std::size_t kAim = 32;

  static std::size_t weight(const Item&) { return 1; }

  static void unpack(const Group& group, std::vector<Item>& items) {
    items.insert(items.end(), group.buckets.begin(), group.buckets.end());
  }

  static std::shared_ptr<const Group> make(std::span<const Item> items, std::uint64_t generation) {
    auto group = std::make_shared<Group>();
    group->extent.generation = generation;
    group->buckets.assign(items.begin(), items.end());
    for (const Item& item : items) {
      append_extent(group->extent, item->extent.size, item->extent.crc);
    }
    return group;
  }
};

std::string_view key_of(const Leaf& leaf) { return *leaf.key; }
std::string_view first_key(const Bucket& bucket) { return key_of(bucket.leaves.front()); }
std::string_view first_key(const Group& group) { return first_key(*group.buckets.front()); }
std::string_view last_key(const Bucket& bucket) { return key_of(bucket.leaves.back()); }
std::string_view last_key(const Group& group) { return last_key(*group.buckets.back()); }

// Takes off the front of `changes` what lies before `end`.
Changes take_before(Changes& changes, std::string_view end) {
  const auto stop = std::ranges::lower_bound(
      changes, end, {}, [](const LeafChange& change) { return std::string_view(*change.key); });
  const auto taken = static_cast<std::size_t>(stop - changes.begin());
  const Changes front = changes.first(taken);
  changes = changes.subspan(taken);
  return front;
}

// The leaves of a bucket (null: of none) with the changes made.
std::vector<BucketLevel::Item> changed_items(const Bucket* bucket, Changes changes) {
  std::vector<BucketLevel::Item> old;
  if (bucket != nullptr) BucketLevel::unpack(*bucket, old);
  std::vector<BucketLevel::Item> items;
  items.reserve(old.size() + changes.size());
  auto next = old.begin();
  for (const LeafChange& change : changes) {
    while (next != old.end() && *next->leaf.key < *change.key) items.push_back(std::move(*next++));
    const bool replaces = next != old.end() && *next->leaf.key == *change.key;
    if (!change.text.empty()) {
      const LeafKey& key = replaces ? next->leaf.key : change.key;
      items.push_back({{key, change.text.size()}, change.text});
    }
    if (replaces) ++next;
  }
  items.insert(items.end(), std::make_move_iterator(next), std::make_move_iterator(old.end()));
  return items;
}

// The nodes of a level with the changes made: those that a change falls into are taken apart.
template <class Level, class TakeApart>
std::vector<std::shared_ptr<const typename Level::Node>> changed_nodes(
    std::span<const std::shared_ptr<const typename Level::Node>> nodes, Changes changes,
    std::uint64_t generation, TakeApart take_apart) {
  std::vector<tree::Stretch<Level>> stretches;
  if (nodes.empty()) stretches.push_back({nullptr, take_apart(nullptr, changes)});
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const bool last = i + 1 == nodes.size();
    const Changes here = last ? changes : take_before(changes, first_key(*nodes[i + 1]));
    if (here.empty()) {
      stretches.push_back({nodes[i], {}});
    } else {
      stretches.push_back({nullptr, take_apart(nodes[i].get(), here)});
    }
  }
  return tree::pack(std::move(stretches), generation);
}

std::vector<std::shared_ptr<const Bucket>> changed_items(const Group* group, Changes changes,
                                                         std::uint64_t generation) {
  std::span<const std::shared_ptr<const Bucket>> buckets;
  if (group != nullptr) buckets = group->buckets;
  return changed_nodes<BucketLevel>(
      buckets, changes, generation,
      [](const Bucket* bucket, Changes here) { return changed_items(bucket, here); });
}

// The node of a sorted run whose keys `key` falls among; null before the first.
template <class Node>
const Node* node_at(std::span<const std::shared_ptr<const Node>> nodes, std::string_view key) {
  const auto behind =
      std::ranges::upper_bound(nodes, key, {}, [](const auto& node) { return first_key(*node); });
  return behind == nodes.begin() ? nullptr : std::prev(behind)->get();
}

}  // namespace

PageTree::PageTree() : root_(std::make_shared<const Root>()) {}

PageTree PageTree::with(std::vector<LeafChange> changes, std::uint64_t generation) const {
  std::erase_if(changes,
                [this](const LeafChange& change) { return find(*change.key) == change.text; });
  if (changes.empty()) return *this;
  std::ranges::sort(changes, {},
                    [](const LeafChange& change) -> const std::string& { return *change.key; });
  auto root = std::make_shared<Root>();
  root->groups = changed_nodes<GroupLevel>(groups(), changes, generation,
                                           [generation](const Group* group, Changes here) {
                                             return changed_items(group, here, generation);
                                           });
  root->extent.generation = generation;
  for (const auto& group : root->groups) {
    append_extent(root->extent, group->extent.size, group->extent.crc);
  }
  PageTree tree;
  tree.root_ = std::move(root);
  return tree;
}

std::string_view PageTree::find(std::string_view key) const {
  const Group* group = node_at(groups(), key);
  if (group == nullptr) return {};
  const Bucket* bucket =
      node_at(std::span<const std::shared_ptr<const Bucket>>(group->buckets), key);
  if (bucket == nullptr) return {};
  std::uint64_t offset = 0;
  for (const Leaf& leaf : bucket->leaves) {
    if (*leaf.key == key) return std::string_view(bucket->text).substr(offset, leaf.size);
    offset += leaf.size;
  }
  return {};
}

LeafKey PageTree::lower_bound(std::string_view key) const {
  const auto group =
      std::ranges::lower_bound(groups(), key, {}, [](const auto& node) { return last_key(*node); });
  if (group == groups().end()) return nullptr;
  const auto bucket = std::ranges::lower_bound((*group)->buckets, key, {},
                                               [](const auto& node) { return last_key(*node); });
  return std::ranges::lower_bound((*bucket)->leaves, key, {}, key_of)->key;
}

void PageTree::append_to(Parts& parts) const {
  for (const auto& group : groups()) {
    for (const auto& bucket : group->buckets) parts.push_back({bucket, bucket->text});
  }
}

}  // namespace pge
