// SPDX-License-Identifier: Apache-2.0
#include "exposition/tree/page_tree.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

namespace pge {
namespace {

using Model = std::map<std::string, std::string>;

LeafKey key_of(const std::string& text) { return std::make_shared<const std::string>(text); }

std::string name_of(std::size_t number) {
  std::string digits = std::to_string(number);
  return "node-" + std::string(6 - digits.size(), '0') + digits;
}

std::string text_of(const PageTree& tree) {
  Parts parts;
  tree.append_to(parts);
  return to_string(parts);
}

std::uint32_t crc_of(std::string_view text) {
  return static_cast<std::uint32_t>(
      crc32_z(0, reinterpret_cast<const Bytef*>(text.data()), text.size()));
}

std::string text_of(const Model& model) {
  std::string text;
  for (const auto& [key, value] : model) text += value;
  return text;
}

PageTree tree_of(std::size_t leaves, std::size_t bytes) {
  std::vector<LeafChange> changes;
  for (std::size_t i = 0; i < leaves; ++i) {
    changes.push_back({key_of(name_of(i)), name_of(i) + std::string(bytes, 'x') + "\n"});
  }
  return PageTree().with(std::move(changes), 1);
}

std::set<const Bucket*> buckets_of(const PageTree& tree) {
  std::set<const Bucket*> buckets;
  for (const auto& group : tree.groups()) {
    for (const auto& bucket : group->buckets) buckets.insert(bucket.get());
  }
  return buckets;
}

void expect_sound(const PageTree& tree) {
  const std::string whole = text_of(tree);
  ASSERT_EQ(tree.extent().size, whole.size());
  ASSERT_EQ(tree.extent().crc, crc_of(whole));
  std::string last_key;
  bool first = true;
  for (const auto& group : tree.groups()) {
    ASSERT_FALSE(group->buckets.empty());
    ASSERT_LE(group->buckets.size(), 64U);
    std::string group_text;
    for (const auto& bucket : group->buckets) {
      ASSERT_FALSE(bucket->leaves.empty());
      ASSERT_TRUE(bucket->text.size() <= 65536 || bucket->leaves.size() == 1);
      ASSERT_EQ(bucket->extent.size, bucket->text.size());
      ASSERT_EQ(bucket->extent.crc, crc_of(bucket->text));
      ASSERT_LE(bucket->extent.generation, group->extent.generation);
      for (const Leaf& leaf : bucket->leaves) {
        ASSERT_TRUE(first || last_key < *leaf.key);
        first = false;
        last_key = *leaf.key;
      }
      group_text += bucket->text;
    }
    ASSERT_EQ(group->extent.size, group_text.size());
    ASSERT_EQ(group->extent.crc, crc_of(group_text));
    ASSERT_LE(group->extent.generation, tree.extent().generation);
  }
}

TEST(PageTree, Empty) {
  const PageTree tree;
  EXPECT_TRUE(tree.empty());
  EXPECT_EQ(tree.extent().size, 0U);
  EXPECT_EQ(tree.find("a"), "");
  EXPECT_EQ(tree.lower_bound("a"), nullptr);
  EXPECT_EQ(text_of(tree), "");
}

TEST(PageTree, LeavesStandInByteOrder) {
  const PageTree tree = PageTree().with(
      {{key_of("b"), "B"}, {key_of("a"), "A"}, {key_of("a.b"), "2"}, {key_of("a-b"), "1"}}, 1);
  EXPECT_EQ(text_of(tree), "A12B");
  EXPECT_EQ(tree.find("a-b"), "1");
  EXPECT_EQ(tree.find("a-"), "");
  EXPECT_EQ(*tree.lower_bound("a-"), "a-b");
  EXPECT_EQ(*tree.lower_bound("b"), "b");
  EXPECT_EQ(tree.lower_bound("c"), nullptr);
}

TEST(PageTree, EmptyTextRemoves) {
  const PageTree tree = tree_of(3, 10).with({{key_of(name_of(1)), ""}, {key_of("zz"), ""}}, 2);
  EXPECT_EQ(tree.find(name_of(1)), "");
  EXPECT_EQ(text_of(tree).size(), 2 * (name_of(0).size() + 11));
  EXPECT_TRUE(tree.with({{key_of(name_of(0)), ""}, {key_of(name_of(2)), ""}}, 3).empty());
}

TEST(PageTree, ChangesThatChangeNothingGiveTheSameTree) {
  const PageTree tree = tree_of(1000, 100);
  const PageTree same = tree.with({{key_of(name_of(5)), std::string(tree.find(name_of(5)))}}, 2);
  EXPECT_EQ(same.groups().data(), tree.groups().data());
  EXPECT_EQ(same.extent().generation, 1U);
}

TEST(PageTree, AChangeTouchesOneBucketAndItsPath) {
  const PageTree before = tree_of(60'000, 200);
  ASSERT_GT(before.groups().size(), 3U);
  const PageTree after = before.with({{key_of(name_of(30'000)), "changed\n"}}, 2);
  expect_sound(after);
  EXPECT_EQ(after.find(name_of(30'000)), "changed\n");
  const auto old_buckets = buckets_of(before);
  EXPECT_EQ(std::ranges::count_if(buckets_of(after),
                                  [&](const Bucket* b) { return !old_buckets.contains(b); }),
            1);
  std::size_t fresh_groups = 0;
  for (std::size_t i = 0; i < after.groups().size(); ++i) {
    if (after.groups()[i] != before.groups()[i]) ++fresh_groups;
  }
  EXPECT_EQ(fresh_groups, 1U);
}

TEST(PageTree, GenerationsSayWhatChanged) {
  const PageTree tree = tree_of(60'000, 200).with({{key_of(name_of(7)), "changed\n"}}, 9);
  EXPECT_EQ(tree.extent().generation, 9U);
  EXPECT_EQ(tree.groups()[0]->extent.generation, 9U);
  EXPECT_EQ(tree.groups()[0]->buckets[0]->extent.generation, 9U);
  EXPECT_EQ(tree.groups()[0]->buckets[1]->extent.generation, 1U);
  EXPECT_EQ(tree.groups()[1]->extent.generation, 1U);
}

TEST(PageTree, BucketsKeepTheirSize) {
  PageTree tree = tree_of(4'000, 100);
  const auto mean = [](const PageTree& t) { return t.extent().size / buckets_of(t).size(); };
  EXPECT_GE(mean(tree), 16384U);
  // Three of four leaves go, one at a time: buckets must join.
  for (std::size_t i = 0; i < 4'000; ++i) {
    if (i % 4 != 0) tree = tree.with({{key_of(name_of(i)), ""}}, 2);
  }
  expect_sound(tree);
  EXPECT_GE(mean(tree), 16384U);
  // What is left grows tenfold: they must split.
  for (std::size_t i = 0; i < 4'000; i += 4) {
    tree = tree.with({{key_of(name_of(i)), std::string(1200, 'y')}}, 3);
  }
  expect_sound(tree);
  EXPECT_GE(mean(tree), 16384U);
}

TEST(PageTree, TheLastBucketJoinsTheOneBeforeWhenItShrinks) {
  const PageTree tree = tree_of(1'000, 100);
  const std::size_t buckets = buckets_of(tree).size();
  ASSERT_GT(buckets, 2U);
  std::vector<LeafChange> changes;
  for (const Leaf& leaf : tree.groups().back()->buckets.back()->leaves) {
    if (leaf.key != tree.groups().back()->buckets.back()->leaves.back().key) {
      changes.push_back({leaf.key, ""});
    }
  }
  const PageTree after = tree.with(std::move(changes), 2);
  expect_sound(after);
  EXPECT_EQ(buckets_of(after).size(), buckets - 1);
}

TEST(PageTree, ALeafMayBeLargerThanABucket) {
  const PageTree tree =
      tree_of(1000, 100).with({{key_of(name_of(500)), std::string(300'000, 'z')}}, 2);
  expect_sound(tree);
  EXPECT_EQ(tree.find(name_of(500)).size(), 300'000U);
}

TEST(PageTree, ALeafIsFoundWhereverItLies) {
  const PageTree tree = tree_of(5'000, 500);
  for (std::size_t i = 0; i < 5'000; ++i) {
    ASSERT_TRUE(tree.find(name_of(i)).starts_with(name_of(i)));
    ASSERT_EQ(*tree.lower_bound(name_of(i)), name_of(i));
  }
  for (std::size_t i = 0; i + 1 < 5'000; ++i) {
    ASSERT_EQ(*tree.lower_bound(name_of(i) + "!"), name_of(i + 1));
  }
  EXPECT_EQ(tree.lower_bound(name_of(4'999) + "!"), nullptr);
}

class PageTreeProperty : public ::testing::TestWithParam<unsigned> {};

TEST_P(PageTreeProperty, EditsGiveTheTextOfAMap) {
  std::mt19937 random(GetParam());
  Model model;
  PageTree tree;
  for (std::uint64_t generation = 1; generation <= 60; ++generation) {
    const std::size_t edits = random() % 8 == 0 ? 400 : 1 + random() % 5;
    std::map<std::string, std::string> chosen;
    for (std::size_t i = 0; i < edits; ++i) {
      const bool removes = random() % 3 == 0;
      const std::size_t size = removes              ? 0
                               : random() % 50 == 0 ? random() % 90'000
                                                    : random() % 4'000;
      chosen[name_of(random() % 600)] = std::string(size, static_cast<char>('a' + random() % 26));
    }
    std::vector<LeafChange> changes;
    for (const auto& [name, text] : chosen) {
      changes.push_back({key_of(name), text});
      if (text.empty()) {
        model.erase(name);
      } else {
        model[name] = text;
      }
    }
    std::ranges::shuffle(changes, random);
    const PageTree before = tree;
    const std::string text_before = text_of(before);
    tree = tree.with(std::move(changes), generation);
    ASSERT_NO_FATAL_FAILURE(expect_sound(tree));
    ASSERT_TRUE(text_of(tree) == text_of(model)) << generation;
    ASSERT_TRUE(text_of(before) == text_before);  // the old tree is not touched
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, PageTreeProperty, ::testing::Values(1, 2, 3));

}  // namespace
}  // namespace pge
