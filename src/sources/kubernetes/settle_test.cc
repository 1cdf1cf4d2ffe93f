// SPDX-License-Identifier: Apache-2.0
#include "sources/kubernetes/settle.h"

#include <gtest/gtest.h>

namespace pge {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using Names = std::vector<std::string>;

class SettleTest : public ::testing::Test {
 protected:
  // Pods hold the id of their own name, unless they are idle ("-name").
  static KubeletAnswer answer(const Names& pods, std::optional<Names> allocatable = Names{}) {
    KubeletAnswer out;
    for (const std::string& name : pods) {
      const bool idle = name.starts_with("-");
      const std::string pod = idle ? name.substr(1) : name;
      out.pods.push_back({{"ns", pod, {}}, {}, {}});
      if (!idle) out.pods.back().ids = {{"c", "nvidia.com/gpu", {"GPU-" + pod}}};
    }
    if (allocatable) {
      out.allocatable.emplace();
      for (const std::string& resource : *allocatable)
        out.allocatable->push_back({"node", resource, {"id"}});
    }
    return out;
  }

  // Names of the pods that are believed to hold something.
  Names believe(const KubeletAnswer& given, std::uint64_t incarnation = 1) {
    Names names;
    for (const PodGrants& pod : settle_.believe(given, incarnation, now_).pods)
      if (!pod.empty()) names.push_back(pod.pod.name);
    return names;
  }
  Names resources() const {
    Names names;
    for (const AllocatableResource& each : *settle_.believed().allocatable)
      names.push_back(each.resource);
    return names;
  }
  void pass(Duration time) { now_ += time; }

  Settle settle_;
  SteadyTime now_ = SteadyTime(std::chrono::hours(5));
};

TEST_F(SettleTest, OutsideRestartsAShrinkCountsAtOnce) {
  EXPECT_EQ(believe(answer({"a", "b"})), (Names{"a", "b"}));
  EXPECT_EQ(believe(answer({"b"})), (Names{"b"}));
  EXPECT_EQ(believe(answer({})), Names{});
}

TEST_F(SettleTest, TheFirstAnswerIsBelievedWhateverCameBefore) {
  settle_.failed();
  EXPECT_EQ(believe(answer({"a"}), 7), (Names{"a"}));
  EXPECT_FALSE(settle_.settling());
  EXPECT_EQ(believe(answer({}), 7), Names{});
}

TEST_F(SettleTest, AfterARestartPodsStayUntilSeenMissingTwiceAndTenSecondsHavePassed) {
  believe(answer({"a", "b"}));
  pass(seconds(60));
  EXPECT_EQ(believe(answer({"b"}), 2), (Names{"a", "b"}));  // noticed now
  pass(seconds(5));
  EXPECT_EQ(believe(answer({"b"}), 2), (Names{"a", "b"}));  // twice, but too soon
  pass(milliseconds(4999));
  EXPECT_EQ(believe(answer({"b"}), 2), (Names{"a", "b"}));
  pass(milliseconds(1));
  EXPECT_EQ(believe(answer({"b"}), 2), (Names{"b"}));
  EXPECT_FALSE(settle_.settling());
}

TEST_F(SettleTest, OneAnswerIsNotEnoughHoweverLate) {
  believe(answer({"a"}));
  settle_.failed();
  EXPECT_EQ(believe(answer({"a"})), (Names{"a"}));
  pass(seconds(9));
  EXPECT_EQ(believe(answer({"a"})), (Names{"a"}));
  pass(milliseconds(999));
  EXPECT_EQ(believe(answer({})), (Names{"a"}));
  pass(seconds(20));
  EXPECT_EQ(believe(answer({})), Names{});
}

TEST_F(SettleTest, PodsThatComeBackAreBelievedAndTheCountBeginsAnew) {
  believe(answer({"a"}));
  believe(answer({}), 2);
  pass(seconds(3));
  EXPECT_EQ(believe(answer({"a", "new"}), 2), (Names{"a", "new"}));
  pass(seconds(6));
  EXPECT_EQ(believe(answer({"new"}), 2), (Names{"a", "new"}));
  pass(seconds(2));
  EXPECT_EQ(believe(answer({"new"}), 2), (Names{"new"}));
}

TEST_F(SettleTest, AfterSettlingAShrinkCountsAtOnceAgain) {
  believe(answer({"a", "b"}));
  believe(answer({"a", "b"}), 2);
  pass(seconds(10));
  EXPECT_EQ(believe(answer({"a", "b"}), 2), (Names{"a", "b"}));
  EXPECT_FALSE(settle_.settling());
  EXPECT_EQ(believe(answer({"a"}), 2), (Names{"a"}));
}

TEST_F(SettleTest, AFailedCallIsARestartNoticedWithTheNextAnswer) {
  believe(answer({"a"}));
  settle_.failed();
  pass(seconds(300));  // the time away does not count as settling
  EXPECT_EQ(believe(answer({})), (Names{"a"}));
  pass(seconds(9));
  EXPECT_EQ(believe(answer({})), (Names{"a"}));
  pass(seconds(1));
  EXPECT_EQ(believe(answer({})), Names{});
}

TEST_F(SettleTest, AnotherRestartBeginsAnewButNotForEver) {
  believe(answer({"a"}));
  Names last{"a"};
  int kept = 0;
  for (std::uint64_t incarnation = 2; !last.empty() && kept < 1000; ++incarnation, ++kept) {
    pass(seconds(8));
    last = believe(answer({}), incarnation);
  }
  EXPECT_EQ(kept, 17);  // the last one 128 s after the first
}

TEST_F(SettleTest, FailuresInBetweenDoNotBeginAnew) {
  believe(answer({"a"}));
  believe(answer({}), 2);
  for (int i = 0; i < 4; ++i) {
    settle_.failed();
    pass(seconds(2));
    EXPECT_EQ(believe(answer({}), 2), (Names{"a"}));
  }
  settle_.failed();
  pass(seconds(2));
  EXPECT_EQ(believe(answer({}), 2), Names{});
}

TEST_F(SettleTest, APodThatTheKubeletListsIsBelieved) {
  believe(answer({"a", "b"}));
  EXPECT_EQ(believe(answer({"-a", "b"}), 2), (Names{"b"}));  // ended, and known to have
}

TEST_F(SettleTest, APodWhoseDeviceAnotherHoldsIsGone) {
  believe(answer({"a", "b"}));
  KubeletAnswer next = answer({"c"});
  next.pods[0].ids[0].ids = {"GPU-a"};
  EXPECT_EQ(believe(next, 2), (Names{"b", "c"}));
}

TEST_F(SettleTest, AClaimedDeviceMayBeShared) {
  KubeletAnswer first = answer({"-a", "-b"});
  first.pods[0].dynamic = first.pods[1].dynamic = {{"c", "", "d", "d/p/x", false, {}}};
  EXPECT_EQ(believe(first), (Names{"a", "b"}));
  KubeletAnswer next = answer({"-b"});
  next.pods[0].dynamic = first.pods[0].dynamic;
  EXPECT_EQ(believe(next, 2), (Names{"a", "b"}));
}

TEST_F(SettleTest, KeptPodsKeepTheOrder) {
  believe(answer({"a", "c", "e"}));
  const KubeletAnswer& believed = settle_.believe(answer({"-b", "c", "d"}), 2, now_);
  Names names;
  for (const PodGrants& pod : believed.pods) names.push_back(pod.pod.name);
  EXPECT_EQ(names, (Names{"a", "b", "c", "d", "e"}));
}

TEST_F(SettleTest, AllocatableSettlesPerResource) {
  believe(answer({}, Names{"x/a", "x/b"}));
  believe(answer({}, Names{"x/b"}), 2);
  EXPECT_EQ(resources(), (Names{"x/a", "x/b"}));
  pass(seconds(4));
  believe(answer({}, Names{}), 2);
  EXPECT_EQ(resources(), (Names{"x/a", "x/b"}));
  pass(seconds(6));
  believe(answer({}, Names{"x/b"}), 2);
  EXPECT_EQ(resources(), (Names{"x/b"}));
  believe(answer({}, Names{}), 2);
  EXPECT_EQ(resources(), Names{});
}

TEST_F(SettleTest, AllocatableOutsideRestartsAndWhereTheKubeletCannotSay) {
  believe(answer({}, Names{"x/a"}));
  believe(answer({}, Names{}));
  EXPECT_EQ(resources(), Names{});
  believe(answer({}, Names{"x/a"}));
  believe(answer({}, std::nullopt), 2);  // a kubelet that is too old now
  EXPECT_FALSE(settle_.believed().allocatable.has_value());
  believe(answer({}, Names{"x/a"}), 2);
  EXPECT_EQ(resources(), (Names{"x/a"}));
}

TEST_F(SettleTest, OptionsAreHeard) {
  Settle settle({.time = seconds(1), .answers = 3});
  settle.believe(answer({"a"}), 1, now_);
  EXPECT_EQ(settle.believe(answer({}), 2, now_).pods.size(), 1U);
  EXPECT_EQ(settle.believe(answer({}), 2, now_ + seconds(5)).pods.size(), 1U);
  EXPECT_EQ(settle.believe(answer({}), 2, now_ + seconds(5)).pods.size(), 0U);
}

}  // namespace
}  // namespace pge
