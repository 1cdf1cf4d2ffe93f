// SPDX-License-Identifier: Apache-2.0
#include "schemes/containers.h"

#include <gtest/gtest.h>

#include <array>

namespace pge::schemes {
namespace {

constexpr std::array<std::string_view, 2> kGpu = {"a.org/gpu", "a.org/*-gpu"};

ContainerView container(std::string name, TextMap limits = {}) {
  ContainerView out;
  out.name = std::move(name);
  out.limits = std::move(limits);
  return out;
}

// init: setup; regular: plain, one, two (the last two ask for the resource)
PodView sample() {
  PodView pod;
  pod.init_containers = {container("setup", {{"a.org/gpu", "1"}})};
  pod.containers = {container("plain", {{"cpu", "1"}}), container("one", {{"a.org/gpu", "2"}}),
                    container("two", {{"a.org/big-gpu", "1"}})};
  return pod;
}

std::string names(const ContainerList& list) {
  std::string out;
  for (const ContainerView* c : list) out += (out.empty() ? "" : " ") + (c ? c->name : "-");
  return out;
}

TEST(Containers, Lists) {
  const PodView pod = sample();
  EXPECT_EQ(names(regular(pod)), "plain one two");
  EXPECT_EQ(names(init_then_regular(pod)), "setup plain one two");
  EXPECT_EQ(names(requesting(init_then_regular(pod), kGpu)), "setup one two");
  EXPECT_EQ(names(sharing_containers(pod, kGpu)), "one two");
  EXPECT_EQ(find_container(pod, "setup"), &pod.init_containers[0]);
  EXPECT_EQ(find_container(pod, "two"), &pod.containers[2]);
  EXPECT_EQ(find_container(pod, "none"), nullptr);
}

TEST(Containers, WithoutARequestEveryRegularContainerShares) {
  PodView pod = sample();
  pod.containers[1].limits.clear();
  pod.containers[2].limits.clear();
  EXPECT_EQ(names(sharing_containers(pod, kGpu)), "plain one two");
}

TEST(Containers, Requests) {
  ContainerView c = container("c", {{"a.org/gpu", "0"}, {"a.org/x-gpu", "3"}});
  EXPECT_FALSE(requested(c, "a.org/gpu"));
  EXPECT_EQ(requested(c, "a.org/x-gpu"), "3");
  EXPECT_EQ(requested_of(c, kGpu), "a.org/x-gpu");
  c.requests["a.org/gpu"] = "1";
  EXPECT_EQ(requested(c, "a.org/gpu"), "1");
  EXPECT_EQ(requested_of(c, kGpu), "a.org/gpu");
  c.requests["a.org/gpu"] = "-1";
  EXPECT_FALSE(requested(c, "a.org/gpu"));
  EXPECT_EQ(requested_of(container("d"), kGpu), "");
}

TEST(Containers, PositionsFollowTheLengthOfTheList) {
  const PodView pod = sample();
  EXPECT_EQ(names(match_positions(pod, {false, false, true, true}, kGpu)), "setup plain one two");
  EXPECT_EQ(names(match_positions(pod, {false, true, true}, kGpu)), "plain one two");
  EXPECT_EQ(names(match_positions(pod, {true, true}, kGpu)), "one two");
  EXPECT_EQ(names(match_positions(pod, {false, true}, kGpu)), "- one");
  EXPECT_EQ(names(match_positions(pod, {true, true, true, true, true}, kGpu)), "one two - - -");
  EXPECT_EQ(names(match_positions(pod, {}, kGpu)), "");
}

}  // namespace
}  // namespace pge::schemes
