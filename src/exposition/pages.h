// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "base/parts.h"
#include "exposition/families/tables.h"
#include "exposition/legacy_page.h"
#include "exposition/page.h"
#include "exposition/self_input.h"
#include "exposition/tree/page_tree.h"
#include "model/snapshot.h"

namespace pge {

struct PageConfig {
  bool legacy = false;  // --metrics.legacy

  bool operator==(const PageConfig&) const = default;
};

// The sample lines of one family, a leaf for each node that has any. Heads are not in it: they
// differ between formats, the lines do not.
struct FamilyPage {
  const PartFamily* family;
  PageTree lines;
};

// What an update had to do; everything else was shared with the pages before.
struct UpdateCost {
  std::size_t parts = 0;   // NodeParts that came, went or changed
  std::size_t leaves = 0;  // leaves rendered, over all families
};

// The pages of one snapshot, less what is rendered for each scrape. Immutable, shared by all
// scrapes of a generation. A default one is that of no snapshot yet.
struct Pages {
  Pages();

  std::shared_ptr<const Snapshot> snapshot;
  PageConfig config;
  std::vector<FamilyPage> families;  // by name; those without lines too
  PageTree nodes;                    // the nodes' page, heads included
  LegacyPage legacy;
  UpdateCost cost;
};

// The pages of `snapshot`, sharing with `previous` all that has not changed: only NodeParts whose
// pointer differs are looked at, and only families that read a list that differs are rendered. The
// bytes are those that a build from nothing would make. Node names must be valid UTF-8, each once,
// and sorted; everything else may be any bytes.
std::shared_ptr<const Pages> update_pages(const Pages& previous,
                                          std::shared_ptr<const Snapshot> snapshot,
                                          const PageConfig& config);

// Keeps the pages for the next update. Not thread safe; what it hands out is immutable.
class PagesBuilder {
 public:
  std::shared_ptr<const Pages> update(std::shared_ptr<const Snapshot> snapshot,
                                      const PageConfig& config) {
    return pages_ = update_pages(*pages_, std::move(snapshot), config);
  }
  const std::shared_ptr<const Pages>& current() const { return pages_; }

 private:
  std::shared_ptr<const Pages> pages_ = std::make_shared<const Pages>();
};

// GET /metrics and /metrics/nodes, in text or OpenMetrics (protobuf is made from text).
Page metrics(const Pages& pages, const SelfInput& self, Format format = Format::text);
Page nodes(const Pages& pages, Format format = Format::text);

// The same in text 0.0.4, as bytes. The parts keep what they need alive.
Parts metrics_page(const Pages& pages, const SelfInput& self);
Parts nodes_page(const Pages& pages);

// Compresses what is new, so that no scrape has to. Safe beside scrapes.
void compress_ahead(const Pages& pages);

}  // namespace pge
