// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/parts.h"
#include "exposition/tree/page_tree.h"

namespace pge {

// The retired POD_GPU_MAP_INFO_<n> families, one for each line of the map, numbered through. Made
// from the map's own lines; a piece stays as long as its bucket of the map and the number of its
// first line do.
class LegacyPage {
 public:
  LegacyPage() = default;

  static LegacyPage of(const PageTree& map, const LegacyPage& previous);

  void append_to(Parts& parts) const;

 private:
  struct Piece {
    std::shared_ptr<const Bucket> source;
    std::uint64_t first = 0;
    std::uint64_t lines = 0;
    std::shared_ptr<const std::string> text;
  };

  std::vector<Piece> pieces_;
};

}  // namespace pge
