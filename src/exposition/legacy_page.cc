// SPDX-License-Identifier: Apache-2.0
#include "exposition/legacy_page.h"

#include <algorithm>
#include <unordered_map>

#include "exposition/families/tables.h"

namespace pge {

namespace {

constexpr std::string_view kPrefix = "POD_GPU_MAP_INFO_";

// One family of one line, with the label set of a line of the map.
void append_family(std::string& out, std::uint64_t number, std::string_view map_line) {
  const std::string name = std::string(kPrefix) + std::to_string(number);
  Family family = kLegacyFamily;
  family.name = name;
  append_head(out, family);
  const std::size_t labels = map_line.find('{');
  out += name;
  out += map_line.substr(labels, map_line.rfind(' ') - labels);
  out += " 0.0\n";
}

std::shared_ptr<const std::string> legacy_text(std::string_view map, std::uint64_t number) {
  std::string text;
  while (!map.empty()) {
    const std::size_t length = map.find('\n') + 1;
    append_family(text, number++, map.substr(0, length - 1));
    map.remove_prefix(length);
  }
  return std::make_shared<const std::string>(std::move(text));
}

}  // namespace

LegacyPage LegacyPage::of(const PageTree& map, const LegacyPage& previous) {
  std::unordered_map<const Bucket*, const Piece*> known;
  for (const Piece& piece : previous.pieces_) known[piece.source.get()] = &piece;
  LegacyPage page;
  std::uint64_t number = 0;
  for (const auto& group : map.groups()) {
    for (const auto& bucket : group->buckets) {
      const auto old = known.find(bucket.get());
      if (old != known.end() && old->second->first == number) {
        page.pieces_.push_back(*old->second);
      } else {
        const auto lines = static_cast<std::uint64_t>(std::ranges::count(bucket->text, '\n'));
        page.pieces_.push_back({bucket, number, lines, legacy_text(bucket->text, number)});
      }
      number += page.pieces_.back().lines;
    }
  }
  return page;
}

void LegacyPage::append_to(Parts& parts) const {
  for (const Piece& piece : pieces_) parts.push_back({piece.text, *piece.text});
}

}  // namespace pge
