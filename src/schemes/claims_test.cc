// SPDX-License-Identifier: Apache-2.0
#include "schemes/claims.h"

#include <gtest/gtest.h>

#include "base/strings.h"

namespace pge::schemes {
namespace {

PodView sample() {
  PodView pod;
  pod.pod = {"ns", "name", "uid"};
  pod.node_name = "n1";
  return pod;
}

DeviceKey number(int n) {
  DeviceKey key;
  key.kind = DeviceKey::Kind::minor;
  key.number = n;
  return key;
}

TEST(ClaimList, FillsInWhatEveryClaimHas) {
  const PodView pod = sample();
  ClaimList claims(pod, "acme", "nvidia");
  claims.add("main", "acme.org/gpu", number(3), "3", {.memory_bytes = 5});
  claims.set_vendor("amd");
  claims.add("", "", number(4), "4");
  const auto reading = claims.take();
  ASSERT_EQ(reading.items.size(), 2U);
  const Claim& first = reading.items[0];
  EXPECT_EQ(first.node, "n1");
  EXPECT_EQ(first.pod, pod.pod);
  EXPECT_EQ(first.container, "main");
  EXPECT_EQ(first.resource, "acme.org/gpu");
  EXPECT_EQ(first.scheme, "acme");
  EXPECT_EQ(first.vendor, "nvidia");
  EXPECT_EQ(first.device.number, 3);
  EXPECT_EQ(first.raw_id, "3");
  EXPECT_EQ(first.memory_bytes, 5U);
  EXPECT_FALSE(first.compute_ratio);
  EXPECT_EQ(reading.items[1].vendor, "amd");
}

TEST(ClaimList, StopsAtItsLimitAndSaysSo) {
  const PodView pod = sample();
  ClaimList claims(pod, "acme", "nvidia");
  for (std::size_t i = 0; i < ClaimList::kMaxClaims; ++i) {
    EXPECT_FALSE(claims.full());
    claims.add("main", "", number(1), "1");
  }
  EXPECT_TRUE(claims.full());
  for (int i = 0; i < 100; ++i) claims.add("main", "", number(1), "1");
  const auto reading = claims.take();
  EXPECT_EQ(reading.items.size(), ClaimList::kMaxClaims);
  EXPECT_EQ(reading.skipped.size(), ClaimList::kMaxSkipped);
  EXPECT_EQ(reading.skipped[0].context, "acme");
}

TEST(ClaimList, ListsAreTrimmedAndLimited) {
  const PodView pod = sample();
  ClaimList claims(pod, "acme", "");
  EXPECT_EQ(claims.list("k", " a,, b ,", ','), (std::vector<std::string_view>{"a", "b"}));
  EXPECT_TRUE(claims.list("k", "", ',').empty());
  std::string text;
  for (std::size_t i = 0; i < ClaimList::kMaxListed; ++i) text += "x,";
  EXPECT_EQ(claims.list("k", text, ',').size(), ClaimList::kMaxListed);
  EXPECT_TRUE(claims.take().skipped.empty());
  EXPECT_EQ(claims.list("k", text + "y", ',').size(), ClaimList::kMaxListed);
  EXPECT_EQ(claims.take().skipped.size(), 1U);
}

TEST(ClaimList, OverlongEntriesAndIdsAreLeftOut) {
  const PodView pod = sample();
  ClaimList claims(pod, "acme", "");
  const std::string longest(ClaimList::kMaxId, 'x');
  EXPECT_EQ(claims.list("k", longest + "," + longest + "x,b", ',').size(), 2U);
  EXPECT_EQ(claims.list("k", longest + "x", ',', 1000).size(), 1U);
  claims.add("main", "", number(1), longest);
  claims.add("main", "", number(1), longest + "x");
  const auto reading = claims.take();
  EXPECT_EQ(reading.items.size(), 1U);
  EXPECT_EQ(reading.skipped.size(), 2U);
}

TEST(ClaimList, NumbersAreUniqueAndSmall) {
  const PodView pod = sample();
  ClaimList claims(pod, "acme", "");
  EXPECT_EQ(claims.numbers("k", "2,0,2,x,2147483647,2147483648", ','),
            (std::vector<int>{2, 0, 2147483647}));
  const auto reading = claims.take();
  ASSERT_EQ(reading.skipped.size(), 2U);
  EXPECT_EQ(reading.skipped[0].message(), "k: not a device number: \"x\"");
}

TEST(ClaimList, QuotedBytesAreCutAndMadeValid) {
  const Error error = malformed("key", "bad", std::string(100, '\xff'));
  EXPECT_EQ(error.context, "key");
  EXPECT_TRUE(is_valid_utf8(error.text));
  EXPECT_TRUE(error.text.ends_with("…\""));
  EXPECT_LT(error.text.size(), 256U);
  EXPECT_EQ(malformed("key", "bad").text, "bad");
}

}  // namespace
}  // namespace pge::schemes
