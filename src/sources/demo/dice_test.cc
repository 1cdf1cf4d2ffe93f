// SPDX-License-Identifier: Apache-2.0
#include "sources/demo/dice.h"

#include <gtest/gtest.h>

#include <array>
#include <set>

namespace pge::demo {
namespace {

TEST(DemoDice, TheSameQuestionHasTheSameAnswer) {
  EXPECT_EQ(Dice(7).bits({1, 2}), Dice(7).bits({1, 2}));
  std::set<std::uint64_t> answers = {Dice(7).bits({1, 2}), Dice(8).bits({1, 2}),
                                     Dice(7).bits({2, 1}), Dice(7).bits({1}),
                                     Dice(7).bits({1, 2, 0})};
  EXPECT_EQ(answers.size(), 5U);
}

TEST(DemoDice, IsFair) {
  const Dice dice(1);
  std::array<int, 6> seen{};
  double sum = 0;
  for (std::uint64_t i = 0; i < 6'000; ++i) {
    ++seen.at(dice.below(6, {1, i}));
    const double part = dice.part({2, i});
    ASSERT_GE(part, 0);
    ASSERT_LT(part, 1);
    sum += part;
  }
  for (const int count : seen) EXPECT_NEAR(count, 1'000, 150);
  EXPECT_NEAR(sum / 6'000, 0.5, 0.03);
}

TEST(DemoDice, UuidsAreWellFormedAndUnlike) {
  std::set<std::string> seen;
  for (std::uint64_t i = 0; i < 1'000; ++i) {
    const std::string uuid = Dice(1).uuid({i});
    ASSERT_EQ(uuid.size(), 36U);
    for (const std::size_t at : {8U, 13U, 18U, 23U}) ASSERT_EQ(uuid[at], '-') << uuid;
    ASSERT_EQ(uuid[14], '4') << uuid;
    ASSERT_NE(std::string("89ab").find(uuid[19]), std::string::npos) << uuid;
    ASSERT_EQ(uuid.find_first_not_of("0123456789abcdef-"), std::string::npos) << uuid;
    seen.insert(uuid);
  }
  EXPECT_EQ(seen.size(), 1'000U);
}

TEST(DemoDice, PodSuffixesDoNotRepeat) {
  std::set<std::string> seen;
  for (std::uint64_t i = 0; i < 20'000; ++i) seen.insert(pod_suffix(i));
  EXPECT_EQ(seen.size(), 20'000U);
  EXPECT_EQ(pod_suffix(0), pod_suffix(14'348'907));
}

}  // namespace
}  // namespace pge::demo
