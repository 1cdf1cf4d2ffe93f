// SPDX-License-Identifier: Apache-2.0
#include "schemes/lifecycle.h"

#include <gtest/gtest.h>

#include <array>

namespace pge::schemes {
namespace {

constexpr std::array<std::string_view, 2> kNodeKeys = {"new/node", "old/node"};

PodView pod_in(PodPhase phase) {
  PodView pod;
  pod.node_name = "n1";
  pod.phase = phase;
  pod.containers.resize(1);
  pod.init_containers.resize(1);
  return pod;
}

TEST(Lifecycle, EndedPodsHoldNothing) {
  for (const PodPhase phase : {PodPhase::succeeded, PodPhase::failed}) {
    EXPECT_FALSE(holds(pod_in(phase), {.assigned = true}));
  }
}

TEST(Lifecycle, RunningWinsOverAMissingFlag) {
  EXPECT_TRUE(holds(pod_in(PodPhase::running), {}));
  EXPECT_TRUE(holds(pod_in(PodPhase::running), {.assigned = true}));
  EXPECT_TRUE(holds(pod_in(PodPhase::unknown), {}));  // the node is silent, the pod is still there
}

TEST(Lifecycle, AFailedAssignmentHoldsNothing) {
  EXPECT_FALSE(holds(pod_in(PodPhase::running), {.failed = true}));
  EXPECT_FALSE(holds(pod_in(PodPhase::pending), {.assigned = true, .failed = true}));
}

TEST(Lifecycle, PendingNeedsTheFlagOrAStartedContainer) {
  PodView pod = pod_in(PodPhase::pending);
  EXPECT_FALSE(holds(pod, {}));
  EXPECT_TRUE(holds(pod, {.assigned = true}));
  pod.init_containers[0].state = ContainerView::State::running;
  EXPECT_TRUE(holds(pod, {}));
  pod.init_containers[0].state = ContainerView::State::waiting;
  EXPECT_FALSE(holds(pod, {}));
  pod.containers[0].state = ContainerView::State::terminated;
  EXPECT_TRUE(holds(pod, {}));
}

TEST(Lifecycle, WithoutANodeNothingIsHeld) {
  PodView pod = pod_in(PodPhase::running);
  pod.node_name.clear();
  EXPECT_FALSE(holds(pod, {.assigned = true}));
}

TEST(Lifecycle, ANodeAnnotationMustNameTheNode) {
  PodView pod = pod_in(PodPhase::running);
  EXPECT_TRUE(holds(pod, {}, kNodeKeys));
  pod.annotations["old/node"] = "n2";
  EXPECT_FALSE(holds(pod, {}, kNodeKeys));
  pod.annotations["new/node"] = "n1";
  EXPECT_TRUE(holds(pod, {}, kNodeKeys));
  pod.annotations["new/node"] = "";
  EXPECT_FALSE(holds(pod, {}, kNodeKeys));
}

TEST(Lifecycle, DeletingPodsStillHold) {
  PodView pod = pod_in(PodPhase::running);
  pod.deleting = true;
  EXPECT_TRUE(holds(pod, {}));
}

TEST(Lifecycle, InitContainersAreOverOnceThePodRuns) {
  ContainerView init;
  init.init = true;
  PodView pod = pod_in(PodPhase::pending);
  EXPECT_FALSE(over(pod, init));
  init.state = ContainerView::State::terminated;
  EXPECT_TRUE(over(pod, init));
  pod.phase = PodPhase::running;
  init.state = ContainerView::State::unknown;
  EXPECT_TRUE(over(pod, init));
  init.restartable = true;
  EXPECT_FALSE(over(pod, init));
  EXPECT_FALSE(over(pod, ContainerView{}));
}

TEST(Lifecycle, BoundAsksForNodeAndLifeAlone) {
  EXPECT_TRUE(bound(pod_in(PodPhase::pending)));
  EXPECT_FALSE(bound(pod_in(PodPhase::failed)));
  PodView pod = pod_in(PodPhase::pending);
  pod.annotations["new/node"] = "n2";
  EXPECT_FALSE(bound(pod, kNodeKeys));
  pod.annotations["new/node"] = "n1";
  EXPECT_TRUE(bound(pod, kNodeKeys));
}

}  // namespace
}  // namespace pge::schemes
