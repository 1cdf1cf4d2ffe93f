// SPDX-License-Identifier: Apache-2.0
#include "exposition/pages.h"

#include <string>
#include <string_view>
#include <utility>

#include "exposition/catalog.h"

namespace pge {

namespace {

constexpr std::string_view kEof = "# EOF\n";

// Text made for this scrape and shared trees, in turns.
class Assembly {
 public:
  explicit Assembly(Format format) : format_(format) {}

  Format format() const { return format_; }
  std::string& text() { return text_; }

  // What follows comes after the text so far.
  template <class Shared>
  void append(const Shared& shared) {
    flush();
    page_.emplace_back(shared);
  }

  Page finish() {
    if (is_openmetrics(format_)) text_ += kEof;
    flush();
    return std::move(page_);
  }

 private:
  void flush() {
    if (!text_.empty()) page_.emplace_back(std::exchange(text_, {}));
  }

  Format format_;
  std::string text_;
  Page page_;
};

void append_family(Assembly& page, const FamilyPage& family) {
  if (family.lines.empty() && !family.family->family.always_headed) return;
  append_head(page.text(), family.family->family, page.format());
  if (!family.lines.empty()) page.append(family.lines);
}

void append_family(Assembly& page, const SelfFamily& family, const SelfInput& self) {
  LabelEscaper escape;
  Lines lines(family.family);
  family.write(self, escape, lines);
  if (lines.empty()) return;
  append_head(page.text(), family.family, page.format());
  lines.append_to(page.text());
}

}  // namespace

Pages::Pages() {
  for (const PartFamily* family : part_families()) families.push_back({family, {}});
}

Page metrics(const Pages& pages, const SelfInput& self, Format format) {
  SelfInput input = self;
  input.snapshot = pages.snapshot.get();
  Assembly page(format);
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

// Heads are in the tree: these families are gauges, with one help, in either format.
Page nodes(const Pages& pages, Format format) {
  Assembly page(format);
  page.append(pages.nodes);
  return page.finish();
}

Parts metrics_page(const Pages& pages, const SelfInput& self) {
  return plain_parts(metrics(pages, self));
}

Parts nodes_page(const Pages& pages) { return plain_parts(nodes(pages)); }

void compress_ahead(const Pages& pages) {
  for (const FamilyPage& family : pages.families) compress_ahead(family.lines);
  compress_ahead(pages.nodes);
}

}  // namespace pge
