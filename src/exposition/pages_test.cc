// SPDX-License-Identifier: Apache-2.0
#include "exposition/pages.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "exposition/fixtures_test.h"
#include "exposition/page_reader_test.h"

namespace pge {
namespace {

SnapshotPtr next_snapshot(std::uint64_t generation, const std::map<std::string, NodePart>& nodes,
                          const SnapshotPtr& previous) {
  std::vector<NodePart> parts;
  for (const auto& [name, part] : nodes) parts.push_back(part);
  auto fresh = std::make_shared<Snapshot>(*snapshot_of(generation, std::move(parts)));
  // As the join does: what has not changed keeps its pointer.
  for (auto& part : fresh->nodes) {
    if (!previous) break;
    const auto old =
        std::ranges::find(previous->nodes, part->node, [](const auto& p) { return p->node; });
    if (old != previous->nodes.end() && **old == *part) part = *old;
  }
  return fresh;
}

std::string metrics_text(const Pages& pages) {
  return to_string(metrics_page(pages, sample_self()));
}
std::string nodes_text(const Pages& pages) { return to_string(nodes_page(pages)); }

const FamilyPage& family_of(const Pages& pages, std::string_view name) {
  return *std::ranges::find(pages.families, name,
                            [](const FamilyPage& page) { return page.family->family.name; });
}

std::map<std::string, NodePart> many_nodes(int count) {
  std::mt19937 random(1);
  std::map<std::string, NodePart> nodes;
  for (int i = 0; i < count; ++i) {
    const std::string name = "node-" + std::to_string(i);
    nodes[name] = random_part(name, random);
    Allocation a;
    a.ns = "always";
    a.pod = "pod-" + std::to_string(i);
    a.device_id = "GPU-always";
    nodes[name].allocations.push_back(a);
  }
  return nodes;
}

class PagesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    nodes_ = many_nodes(400);
    before_ = update_pages(Pages(), next_snapshot(1, nodes_, nullptr), {});
  }

  std::shared_ptr<const Pages> update(PageConfig config = {}) {
    return update_pages(*before_, next_snapshot(2, nodes_, before_->snapshot), config);
  }

  std::map<std::string, NodePart> nodes_;
  std::shared_ptr<const Pages> before_;
};

TEST_F(PagesTest, TheFirstBuildRendersEverythingThatThereIs) {
  EXPECT_EQ(before_->cost.parts, 400U);
  std::size_t map_families = 6 + 1;  // of allocations, and the nodes' page
  EXPECT_GE(before_->cost.leaves, 400 * map_families);
}

TEST_F(PagesTest, NothingChangedNothingRendered) {
  const auto after = update();
  EXPECT_EQ(after->cost.parts, 0U);
  EXPECT_EQ(after->cost.leaves, 0U);
  EXPECT_EQ(after->snapshot->generation, 2U);
  for (std::size_t i = 0; i < after->families.size(); ++i) {
    EXPECT_EQ(after->families[i].lines.groups().data(), before_->families[i].lines.groups().data());
  }
  EXPECT_EQ(after->nodes.groups().data(), before_->nodes.groups().data());
}

TEST_F(PagesTest, AnEqualPartBehindANewPointerCostsNothing) {
  auto copy = std::make_shared<Snapshot>(*before_->snapshot);
  for (auto& part : copy->nodes) part = std::make_shared<const NodePart>(*part);
  EXPECT_EQ(update_pages(*before_, copy, {})->cost.parts, 0U);
}

TEST_F(PagesTest, OnlyFamiliesThatReadTheChangedListAreRendered) {
  nodes_["node-7"].conflicts = {{"two_nodes", 3}};
  const auto after = update();
  EXPECT_EQ(after->cost.parts, 1U);
  EXPECT_EQ(after->cost.leaves, 1U);
  for (std::size_t i = 0; i < after->families.size(); ++i) {
    const bool same =
        after->families[i].lines.groups().data() == before_->families[i].lines.groups().data();
    EXPECT_EQ(same, after->families[i].family->family.name != "pod_gpu_claim_conflicts");
  }
}

TEST_F(PagesTest, FamiliesWhoseLinesStayTheSameAreShared) {
  nodes_["node-7"].allocations.back().start_seconds = 5;
  const auto after = update();
  EXPECT_EQ(after->cost.leaves, 7U);
  for (const char* name : {"pod_and_gpu_map_info", "pod_gpu_allocation_info"}) {
    EXPECT_EQ(family_of(*after, name).lines.groups().data(),
              family_of(*before_, name).lines.groups().data());
  }
  const PageTree& start = family_of(*after, "pod_gpu_allocation_start_timestamp_seconds").lines;
  EXPECT_EQ(start.extent().generation, 2U);
  EXPECT_EQ(family_of(*after, "pod_and_gpu_map_info").lines.extent().generation, 1U);
}

TEST_F(PagesTest, BucketsOfOtherNodesAreShared) {
  nodes_["node-7"].allocations.back().model = "new";
  const auto after = update();
  const auto buckets = [](const Pages& pages) {
    std::vector<std::shared_ptr<const Bucket>> all;
    for (const auto& group : family_of(pages, "pod_and_gpu_map_info").lines.groups()) {
      all.insert(all.end(), group->buckets.begin(), group->buckets.end());
    }
    return all;
  };
  const auto old_buckets = buckets(*before_);
  const auto new_buckets = buckets(*after);
  ASSERT_GT(old_buckets.size(), 2U);
  ASSERT_EQ(new_buckets.size(), old_buckets.size());
  std::size_t shared = 0;
  for (std::size_t i = 0; i < new_buckets.size(); ++i) {
    if (new_buckets[i] == old_buckets[i]) ++shared;
  }
  EXPECT_EQ(shared, old_buckets.size() - 1);
}

TEST_F(PagesTest, PartsOutliveThePages) {
  auto pages = update_pages(Pages(), before_->snapshot, {.legacy = true});
  const Parts parts = metrics_page(*pages, sample_self());
  const std::string text = metrics_text(*pages);
  pages.reset();
  EXPECT_TRUE(to_string(parts) == text);
}

TEST_F(PagesTest, TheSnapshotOfThePagesIsTheOneTheySpeakOf) {
  Snapshot other;
  other.generation = 99;
  SelfInput self;
  self.snapshot = &other;
  const std::string text = to_string(metrics_page(*before_, self));
  EXPECT_NE(text.find("pod_gpu_exporter_snapshot_generation 1\n"), std::string::npos);
}

TEST_F(PagesTest, RetiredFamiliesComeAndGoWithTheSwitch) {
  const auto with = update({.legacy = true});
  EXPECT_TRUE(metrics_text(*with).starts_with("# HELP POD_GPU_MAP_INFO_0 "));
  EXPECT_EQ(with->cost.leaves, 0U);
  const auto without = update_pages(*with, with->snapshot, {});
  EXPECT_EQ(metrics_text(*without).find("POD_GPU"), std::string::npos);
}

TEST(PagesBuilder, KeepsThePagesForTheNextUpdate) {
  PagesBuilder builder;
  EXPECT_EQ(builder.current()->snapshot, nullptr);
  const auto first = builder.update(seed_snapshot(), {});
  EXPECT_EQ(builder.current(), first);
  EXPECT_EQ(builder.update(first->snapshot, {})->cost.parts, 0U);
  EXPECT_EQ(nodes_text(*builder.update(snapshot_of(9, {}), {})), "");
}

TEST(Pages, MapStandsEvenWithoutLines) {
  const auto page = read_page(metrics_text(Pages()));
  EXPECT_TRUE(std::ranges::any_of(page, [](const ReadFamily& family) {
    return family.name == "pod_and_gpu_map_info" && family.type == "gauge" &&
           family.samples.empty();
  }));
}

// Names that meet on the nodes' page and beside each other in every order.
const std::vector<std::string> kNodes = {
    "a-b", "a.b", "a0b",     "a",     "ab",    "10.0.0.5", "10-0-0-5",
    "ti",  "ti2", "ti-info", "b.c.d", "b-c.d", "z",        "node-10-0-0-5"};

class PagesProperty : public ::testing::TestWithParam<unsigned> {};

TEST_P(PagesProperty, UpdatesGiveTheBytesOfAFreshBuild) {
  std::mt19937 random(GetParam());
  std::map<std::string, NodePart> nodes;
  PagesBuilder builder;
  for (std::uint64_t generation = 1; generation <= 80; ++generation) {
    for (std::size_t edits = 1 + random() % 4; edits > 0; --edits) {
      const std::string& name = kNodes[random() % kNodes.size()];
      switch (random() % 4) {
        case 0:
          nodes.erase(name);
          break;
        case 1:
          if (nodes.contains(name)) nodes[name].allocations.clear();
          break;
        default:
          nodes[name] = random_part(name, random);
      }
    }
    const PageConfig config{.legacy = random() % 4 != 0};
    const auto before = builder.current();
    const std::string text_before = metrics_text(*before);
    const auto pages = builder.update(next_snapshot(generation, nodes, before->snapshot), config);
    const auto fresh = update_pages(Pages(), pages->snapshot, config);
    ASSERT_TRUE(metrics_text(*pages) == metrics_text(*fresh));
    ASSERT_TRUE(nodes_text(*pages) == nodes_text(*fresh));
    ASSERT_EQ(page_faults(read_page(metrics_text(*pages))), "");
    ASSERT_EQ(page_faults(read_page(nodes_text(*pages))), "");
    ASSERT_TRUE(metrics_text(*before) == text_before);
    ASSERT_LE(pages->cost.parts, 4U);
    ASSERT_LE(pages->cost.leaves, 4 * (pages->families.size() + 1));
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, PagesProperty, ::testing::Range(1U, 5U));

}  // namespace
}  // namespace pge
