// SPDX-License-Identifier: Apache-2.0
#include "exposition/pages.h"

#include "exposition/catalog.h"

namespace pge {

namespace {

// A page in the making: text made for this scrape, and trees that are shared, in turns.
class Assembly {
 public:
  std::string& text() { return text_; }

  // What follows comes after the text so far.
  template <class Page>
  void append(const Page& page) {
    flush();
    page.append_to(parts_);
  }

  Parts finish() {
    flush();
    const auto owner = std::make_shared<const std::string>(std::move(text_));
    for (const Slice& slice : slices_) {
      parts_[slice.part] = {owner, std::string_view(*owner).substr(slice.begin, slice.size)};
    }
    return std::move(parts_);
  }

 private:
  struct Slice {
    std::size_t part;
    std::size_t begin;
    std::size_t size;
  };

  void flush() {
    if (text_.size() == flushed_) return;
    slices_.push_back({parts_.size(), flushed_, text_.size() - flushed_});
    parts_.emplace_back();
    flushed_ = text_.size();
  }

  std::string text_;
  std::size_t flushed_ = 0;
  std::vector<Slice> slices_;
  Parts parts_;
};

void append_family(Assembly& page, const FamilyPage& family) {
  if (family.lines.empty() && !family.family->family.always_headed) return;
  append_head(page.text(), family.family->family);
  page.append(family.lines);
}

void append_family(Assembly& page, const SelfFamily& family, const SelfInput& self) {
  LabelEscaper escape;
  Lines lines(family.family);
  family.write(self, escape, lines);
  if (lines.empty()) return;
  append_head(page.text(), family.family);
  lines.append_to(page.text());
}

}  // namespace

Pages::Pages() {
  for (const PartFamily* family : part_families()) families.push_back({family, {}});
}

Parts metrics_page(const Pages& pages, const SelfInput& self) {
  SelfInput input = self;
  input.snapshot = pages.snapshot.get();
  Assembly page;
  page.append(pages.legacy);  // upper case: before all others
  const std::vector<const SelfFamily*> of_scrape = self_families();
  auto next = of_scrape.begin();
  for (const FamilyPage& family : pages.families) {
    for (; next != of_scrape.end() && (*next)->family.name < family.family->family.name; ++next) {
      append_family(page, **next, input);
    }
    append_family(page, family);
  }
  for (; next != of_scrape.end(); ++next) append_family(page, **next, input);
  return page.finish();
}

Parts nodes_page(const Pages& pages) {
  Parts parts;
  pages.nodes.append_to(parts);
  return parts;
}

}  // namespace pge
