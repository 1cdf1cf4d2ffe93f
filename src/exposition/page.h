// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "base/parts.h"
#include "exposition/legacy_page.h"
#include "exposition/tree/page_tree.h"

namespace pge {

// A page before it is encoded: text that was made for one scrape, and trees that all scrapes share,
// in turns. Copies of trees are cheap.
using Page = std::vector<std::variant<std::string, PageTree, LegacyPage>>;

// The bytes of a page; the parts keep what they need alive.
Parts plain_parts(Page page);

// The same as one gzip member. What trees hold is compressed once for all scrapes, the text of this
// scrape alone each time; checksums are put together from those that trees keep.
Parts gzip_parts(const Page& page);

// Length and CRC-32 of a page's plain bytes, without looking at what trees hold.
struct PageSum {
  std::uint64_t size = 0;
  std::uint32_t crc = 0;
};
PageSum sum_of(const Page& page);

// Compresses what a tree holds, ahead of the scrapes that will want it. Safe beside them.
void compress_ahead(const PageTree& tree);

}  // namespace pge
