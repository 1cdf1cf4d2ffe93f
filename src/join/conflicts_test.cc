// SPDX-License-Identifier: Apache-2.0
#include "join/conflicts.h"

#include <gtest/gtest.h>

namespace pge {
namespace {

Allocation holds(std::string pod, std::string id, std::string scheme = "device-plugin",
                 std::uint32_t replicas = 0) {
  Allocation a;
  a.ns = "default";
  a.pod = std::move(pod);
  a.container = "c";
  a.device_id = std::move(id);
  a.scheme = std::move(scheme);
  a.replicas = replicas;
  return a;
}

std::shared_ptr<NodePart> part(std::string node, std::vector<Allocation> allocations) {
  auto p = std::make_shared<NodePart>();
  p->node = std::move(node);
  p->allocations = std::move(allocations);
  return p;
}

using Counts = std::vector<ReasonCount>;

TEST(ConflictsWithin, TwoPodsWithOneWholeCard) {
  EXPECT_EQ(conflicts_within(*part("n", {holds("a", "GPU-1"), holds("b", "GPU-1")})),
            (Counts{{"two_exclusive_owners", 1}}));
}

TEST(ConflictsWithin, TwoContainersOfOnePodAreNoConflict) {
  Allocation second = holds("a", "GPU-1");
  second.container = "side";
  EXPECT_TRUE(conflicts_within(*part("n", {holds("a", "GPU-1"), second})).empty());
}

TEST(ConflictsWithin, SharingIsNoConflict) {
  EXPECT_TRUE(conflicts_within(*part("n", {holds("a", "GPU-1", "time-slicing", 1),
                                           holds("b", "GPU-1", "time-slicing", 1)}))
                  .empty());
  EXPECT_TRUE(
      conflicts_within(*part("n", {holds("a", "x", "hami"), holds("b", "x", "hami")})).empty());
}

TEST(ConflictsBetween, OneCardOnTwoNodes) {
  std::vector parts{part("n1", {holds("a", "GPU-1")}), part("n2", {holds("b", "GPU-1")}),
                    part("n3", {holds("c", "GPU-2")})};
  add_conflicts_between(parts);
  EXPECT_EQ(parts[0]->conflicts, (Counts{{"two_nodes", 1}}));
  EXPECT_EQ(parts[1]->conflicts, (Counts{{"two_nodes", 1}}));
  EXPECT_TRUE(parts[2]->conflicts.empty());
}

TEST(ConflictsBetween, TwoModelsForOneCard) {
  Allocation a = holds("a", "GPU-1"), b = holds("b", "GPU-1");
  a.model = "Tesla T4";
  b.model = "Tesla P4";
  std::vector parts{part("n1", {a}), part("n2", {b})};
  add_conflicts_between(parts);
  EXPECT_EQ(parts[0]->conflicts, (Counts{{"two_models", 1}, {"two_nodes", 1}}));
}

TEST(ConflictsBetween, NamesThatEveryNodeHasAreNoConflict) {
  std::vector parts{part("n1", {holds("a", "0000:19:00.0")}),
                    part("n2", {holds("b", "0000:19:00.0")}), part("n3", {holds("c", "card0")}),
                    part("n4", {holds("d", "card0")})};
  add_conflicts_between(parts);
  for (const auto& p : parts) EXPECT_TRUE(p->conflicts.empty()) << p->node;
}

}  // namespace
}  // namespace pge
