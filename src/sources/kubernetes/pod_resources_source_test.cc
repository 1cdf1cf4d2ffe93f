// SPDX-License-Identifier: Apache-2.0
#include "sources/kubernetes/pod_resources_source.h"

#include <gtest/gtest.h>

#include <string>

#include "testing/fake_kubelet.h"
#include "testing/manual_clock.h"
#include "testing/temp_dir.h"

namespace pge {
namespace {

using std::chrono::seconds;
using testing::fake_pod;
using testing::FakeAnswer;
using testing::FakeKubelet;

class PodResourcesSourceTest : public ::testing::Test {
 protected:
  static FakeAnswer answer(const std::vector<std::string>& pods) {
    FakeAnswer out;
    for (const std::string& name : pods)
      out.pods.push_back(fake_pod("ns", name, "nvidia.com/gpu", {"GPU-" + name}));
    out.allocatable = {{{"nvidia.com/gpu", {"GPU-a", "GPU-b"}, {}}}};
    return out;
  }

  Result<Facts> collect(Duration limit = seconds(30)) {
    return source_.collect(clock_.steady() + limit, {});
  }
  // Pods of the claims, one after the other.
  std::string holders() {
    const Result<Facts> facts = collect();
    if (!facts) return "error: " + facts.error().message();
    std::string names;
    for (const Claim& claim : facts->claims) names += claim.pod.name;
    return names;
  }

  testing::TempDir dir_;
  testing::ManualClock clock_;
  FakeKubelet kubelet_{dir_ / "kubelet.sock"};
  PodResourcesSource source_{{.node = "node", .socket_path = dir_ / "kubelet.sock"}, clock_};
};

TEST_F(PodResourcesSourceTest, CollectsClaimsHeldAndAllocatable) {
  FakeAnswer given = answer({"b", "a"});
  given.shuffle = true;
  given.pods[0].containers[0].devices[0].numa = {0, 1};
  kubelet_.set_answer(given);
  kubelet_.start();
  const Result<Facts> facts = collect();
  ASSERT_TRUE(facts.has_value()) << facts.error().message();
  ASSERT_EQ(facts->claims.size(), 2U);
  EXPECT_EQ(facts->claims[0].pod, (PodRef{"ns", "a", ""}));
  EXPECT_EQ(facts->claims[0].node, "node");
  EXPECT_EQ(facts->held->at(0).ids, (std::vector<std::string>{"GPU-a", "GPU-b"}));
  EXPECT_EQ(facts->allocatable->at(0).ids, (std::vector<std::string>{"GPU-a", "GPU-b"}));
  EXPECT_TRUE(facts->devices.empty());
  EXPECT_TRUE(facts->skipped.empty());
  for (int i = 0; i < 10; ++i) EXPECT_EQ(*collect(), *facts);
  EXPECT_EQ(source_.name(), "podresources");
}

TEST_F(PodResourcesSourceTest, AbsentIsNotAFailureOfOurs) {
  const Result<Facts> facts = collect();
  ASSERT_FALSE(facts.has_value());
  EXPECT_EQ(facts.error().kind, ErrorKind::absent);
}

TEST_F(PodResourcesSourceTest, OldKubeletsCannotSayWhatIsAllocatable) {
  FakeAnswer given = answer({"a"});
  given.v1 = false;
  kubelet_.set_answer(given);
  kubelet_.start();
  const Result<Facts> facts = collect();
  ASSERT_TRUE(facts.has_value());
  EXPECT_EQ(facts->claims.size(), 1U);
  EXPECT_FALSE(facts->allocatable.has_value());
  EXPECT_TRUE(facts->skipped.empty());
}

TEST_F(PodResourcesSourceTest, FailureOfTheSecondCallLeavesTheFirst) {
  kubelet_.set_answer(answer({"a"}));
  kubelet_.start();
  EXPECT_EQ(holders(), "a");
  FakeAnswer given = answer({"a", "b"});
  given.allocatable_error = {8, "rejected by rate limit"};
  kubelet_.set_answer(given);
  clock_.advance(seconds(100));
  Result<Facts> facts = collect();
  ASSERT_TRUE(facts.has_value());
  EXPECT_EQ(facts->claims.size(), 2U);
  EXPECT_EQ(facts->allocatable->at(0).ids.size(), 2U);  // last known
  ASSERT_EQ(facts->skipped.size(), 1U);
  EXPECT_EQ(facts->skipped[0].kind, ErrorKind::rate_limited);
  clock_.advance(seconds(21));
  facts = collect();
  EXPECT_FALSE(facts->allocatable.has_value());  // known too long ago
}

TEST_F(PodResourcesSourceTest, ShortAnswersAfterARestartAreNotBelievedAtOnce) {
  kubelet_.set_answer(answer({"a", "b"}));
  kubelet_.start();
  EXPECT_EQ(holders(), "ab");
  FakeAnswer early = answer({});
  early.allocatable = std::vector<testing::FakeDevices>{};
  kubelet_.set_answer(early);
  kubelet_.start();
  const Result<Facts> facts = collect();
  ASSERT_TRUE(facts.has_value());
  EXPECT_EQ(facts->claims.size(), 2U);
  EXPECT_EQ(facts->held->at(0).ids.size(), 2U);
  EXPECT_EQ(facts->allocatable->at(0).ids.size(), 2U);
  clock_.advance(seconds(5));
  kubelet_.set_answer(answer({"b"}));
  EXPECT_EQ(holders(), "ab");
  clock_.advance(seconds(5));
  EXPECT_EQ(holders(), "b");
}

TEST_F(PodResourcesSourceTest, ShortAnswersAfterAFailureAreNotBelievedAtOnce) {
  kubelet_.set_answer(answer({"a"}));
  kubelet_.start();
  EXPECT_EQ(holders(), "a");
  FakeAnswer broken = answer({});
  broken.list_error = {2, "not ready"};
  kubelet_.set_answer(broken);
  EXPECT_FALSE(collect().has_value());
  kubelet_.set_answer(answer({}));
  EXPECT_EQ(holders(), "a");
}

TEST_F(PodResourcesSourceTest, BeingTurnedAwayIsNoRestart) {
  kubelet_.set_answer(answer({"a"}));
  kubelet_.start();
  EXPECT_EQ(holders(), "a");
  FakeAnswer busy = answer({});
  busy.list_error = {8, "rejected by rate limit"};
  kubelet_.set_answer(busy);
  EXPECT_EQ(collect().error().kind, ErrorKind::rate_limited);
  kubelet_.set_answer(answer({}));
  EXPECT_EQ(holders(), "");
}

TEST_F(PodResourcesSourceTest, ShrinksCountAtOnceOtherwise) {
  kubelet_.set_answer(answer({"a", "b"}));
  kubelet_.start();
  EXPECT_EQ(holders(), "ab");
  kubelet_.set_answer(answer({"b"}));
  EXPECT_EQ(holders(), "b");
}

TEST_F(PodResourcesSourceTest, MalformedItemsAreToldAndTheRestIsServed) {
  FakeAnswer given = answer({"a", ""});
  kubelet_.set_answer(given);
  kubelet_.start();
  const Result<Facts> facts = collect();
  ASSERT_TRUE(facts.has_value());
  EXPECT_EQ(facts->claims.size(), 1U);
  EXPECT_EQ(facts->skipped.size(), 1U);
}

TEST_F(PodResourcesSourceTest, KeepsTheDeadline) {
  FakeAnswer given = answer({"a"});
  given.hang = true;
  kubelet_.set_answer(given);
  kubelet_.start();
  EXPECT_EQ(collect(std::chrono::milliseconds(100)).error().kind, ErrorKind::timeout);
  EXPECT_EQ(collect(seconds(-1)).error().kind, ErrorKind::timeout);
}

TEST_F(PodResourcesSourceTest, NothingIsKeptBeyondTheLimit) {
  PodResourcesSource brief(
      {.node = "node", .socket_path = dir_ / "kubelet.sock", .longest_kept = seconds(3)}, clock_);
  const auto claims = [&] {
    return brief.collect(clock_.steady() + seconds(30), {})->claims.size();
  };
  kubelet_.set_answer(answer({"a", "b"}));
  kubelet_.start();
  EXPECT_EQ(claims(), 2U);
  kubelet_.set_answer(answer({"a"}));
  kubelet_.start();  // a restart
  EXPECT_EQ(claims(), 2U);
  clock_.advance(seconds(4));
  EXPECT_EQ(claims(), 1U);
}

}  // namespace
}  // namespace pge
