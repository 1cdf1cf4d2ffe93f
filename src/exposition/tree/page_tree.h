// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/parts.h"
#include "exposition/gzip/deflater.h"

namespace pge {

// What an inner node knows of the text below it without looking: bytes, CRC-32 (zlib's), and the
// generation that last changed any of it.
struct Extent {
  std::uint64_t size = 0;
  std::uint32_t crc = 0;
  std::uint64_t generation = 0;
};

// What leaves are ordered by; shared by the trees of all families.
using LeafKey = std::shared_ptr<const std::string>;

struct Leaf {
  LeafKey key;
  std::uint64_t size = 0;
};

// The text of neighbouring leaves in one piece: what is sent, and later compressed, as one. 16 to
// 64 KiB, unless the tree is smaller or a single leaf larger.
struct Bucket {
  Extent extent;
  std::vector<Leaf> leaves;
  std::string text;
  LazyDeflate deflate;  // of `text`
};

// Some dozens of neighbouring buckets, so that a change does not walk all buckets of a large tree.
struct Group {
  Extent extent;
  std::vector<std::shared_ptr<const Bucket>> buckets;
};

// The leaf of that key from now on; an empty text removes it.
struct LeafChange {
  LeafKey key;
  std::string text;
};

// Text as an immutable tree: leaves by key (byte order), in buckets, in groups. A changed tree
// shares every bucket and group that no change touches with the tree it comes from, so that a
// change costs the leaf, its bucket and the path above. Copies are cheap: a pointer.
class PageTree {
 public:
  PageTree();

  // `changes` in any order, each key once. Those that change nothing cost nothing: if none does,
  // the same tree comes back.
  PageTree with(std::vector<LeafChange> changes, std::uint64_t generation) const;

  const Extent& extent() const { return root_->extent; }
  bool empty() const { return root_->groups.empty(); }
  std::span<const std::shared_ptr<const Group>> groups() const { return root_->groups; }

  // Text of a leaf; empty if there is none.
  std::string_view find(std::string_view key) const;
  // The first key that is not less than `key`; null behind the last.
  LeafKey lower_bound(std::string_view key) const;

  // One part for each bucket, kept alive by it.
  void append_to(Parts& parts) const;

 private:
  struct Root {
    Extent extent;
    std::vector<std::shared_ptr<const Group>> groups;
  };

  std::shared_ptr<const Root> root_;
};

}  // namespace pge
