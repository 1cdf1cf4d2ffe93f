// SPDX-License-Identifier: Apache-2.0
#include "exposition/legacy_page.h"

#include <gtest/gtest.h>

#include <map>

#include "exposition/page_reader_test.h"

namespace pge {
namespace {

std::string map_line(const std::string& pod) {
  return "pod_and_gpu_map_info{gpu_id=\"a } b\",pod_name=\"" + pod + "\"} 1.0\n";
}

LeafChange leaf(int node, int lines) {
  std::string number = std::to_string(node);
  number.insert(0, 5 - number.size(), '0');
  LeafChange change{std::make_shared<const std::string>(number), {}};
  for (int i = 0; i < lines; ++i) change.text += map_line(number + "-" + std::to_string(i));
  return change;
}

PageTree map_of(int nodes) {
  std::vector<LeafChange> changes;
  for (int i = 0; i < nodes; ++i) changes.push_back(leaf(i, 3));
  return PageTree().with(std::move(changes), 1);
}

Parts parts_of(const LegacyPage& page) {
  Parts parts;
  page.append_to(parts);
  return parts;
}

TEST(LegacyPage, OneFamilyForEachLine) {
  const PageTree map = PageTree().with({leaf(0, 2)}, 1);
  EXPECT_EQ(to_string(parts_of(LegacyPage::of(map, LegacyPage()))),
            "# HELP POD_GPU_MAP_INFO_0 pod gpu map info - please use labels value to match pod and "
            "gpu\n# TYPE POD_GPU_MAP_INFO_0 gauge\n"
            "POD_GPU_MAP_INFO_0{gpu_id=\"a } b\",pod_name=\"00000-0\"} 0.0\n"
            "# HELP POD_GPU_MAP_INFO_1 pod gpu map info - please use labels value to match pod and "
            "gpu\n# TYPE POD_GPU_MAP_INFO_1 gauge\n"
            "POD_GPU_MAP_INFO_1{gpu_id=\"a } b\",pod_name=\"00000-1\"} 0.0\n");
}

TEST(LegacyPage, NumbersRunThroughAllBuckets) {
  const auto page = read_page(to_string(parts_of(LegacyPage::of(map_of(2000), LegacyPage()))));
  ASSERT_EQ(page.size(), 6000U);
  EXPECT_EQ(page_faults(page), "");
  EXPECT_EQ(page.back().name, "POD_GPU_MAP_INFO_5999");
  EXPECT_EQ(*page.back().samples[0].find("pod_name"), "01999-2");
}

TEST(LegacyPage, PiecesBeforeAChangeAreShared) {
  const PageTree map = map_of(2000);
  const LegacyPage before = LegacyPage::of(map, LegacyPage());
  const PageTree changed = map.with({leaf(1000, 4)}, 2);
  const LegacyPage after = LegacyPage::of(changed, before);
  const Parts fresh = parts_of(LegacyPage::of(changed, LegacyPage()));
  EXPECT_TRUE(to_string(parts_of(after)) == to_string(fresh));
  const Parts old_parts = parts_of(before);
  const Parts new_parts = parts_of(after);
  ASSERT_EQ(old_parts.size(), new_parts.size());
  EXPECT_EQ(old_parts.front().owner, new_parts.front().owner);
  EXPECT_NE(old_parts.back().owner, new_parts.back().owner);  // every number moved by one
}

TEST(LegacyPage, PiecesBehindAChangeOfAsManyLinesAreShared) {
  const PageTree map = map_of(2000);
  const LegacyPage before = LegacyPage::of(map, LegacyPage());
  LeafChange change = leaf(0, 3);
  change.text = map_line("x") + map_line("y") + map_line("z");
  const Parts old_parts = parts_of(before);
  const Parts new_parts = parts_of(LegacyPage::of(map.with({change}, 2), before));
  EXPECT_NE(old_parts.front().owner, new_parts.front().owner);
  EXPECT_EQ(old_parts.back().owner, new_parts.back().owner);
}

}  // namespace
}  // namespace pge
