// SPDX-License-Identifier: Apache-2.0
#include "kube/podresources_client.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <thread>

#include "testing/fake_kubelet.h"
#include "testing/fake_peer.h"
#include "testing/temp_dir.h"

namespace pge {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::FakeAnswer;
using testing::FakeKubelet;
using testing::FakePeer;
using testing::kAllocatable;
using testing::kListV1;
using testing::kListV1Alpha1;

constexpr seconds kEnough{30};

FakeAnswer one_pod(std::string name = "pod") {
  FakeAnswer answer;
  answer.pods = {testing::fake_pod("ns", std::move(name), "nvidia.com/gpu", {"GPU-a"})};
  answer.allocatable = {{{"nvidia.com/gpu", {"GPU-a", "GPU-b"}, {}}}};
  return answer;
}

class PodResourcesClientTest : public ::testing::Test {
 protected:
  PodResourcesClientTest() { kubelet_.set_answer(one_pod()); }

  void answer_with(int code, std::string message) {
    FakeAnswer answer = one_pod();
    answer.list_error = {code, std::move(message)};
    kubelet_.set_answer(std::move(answer));
  }
  ErrorKind list_error(Duration timeout = kEnough) {
    const auto pods = client_.list(timeout);
    EXPECT_FALSE(pods.has_value());
    return pods ? ErrorKind::internal : pods.error().kind;
  }
  std::string first_pod() {
    const auto pods = client_.list(kEnough);
    return pods ? pods->at(0).name : "error: " + pods.error().message();
  }

  testing::TempDir dir_;
  std::string path_ = dir_ / "kubelet.sock";
  FakeKubelet kubelet_{path_};
  PodResourcesClient client_{{.socket_path = path_, .wait_for_socket = milliseconds(300)}};
};

TEST_F(PodResourcesClientTest, ListsAndAsksForAllocatable) {
  kubelet_.start();
  const auto pods = client_.list(kEnough);
  ASSERT_TRUE(pods.has_value()) << pods.error().message();
  const std::vector<ListedPod> expected{
      {"ns", "pod", {{"c", {{"nvidia.com/gpu", {"GPU-a"}}}, {}}}}};
  EXPECT_EQ(*pods, expected);
  const auto devices = client_.allocatable(kEnough);
  ASSERT_TRUE(devices.has_value()) << devices.error().message();
  EXPECT_EQ((*devices)[0].ids, (std::vector<std::string>{"GPU-a", "GPU-b"}));
}

TEST_F(PodResourcesClientTest, AuthorityIsLocalhostAndOneConnectionServes) {
  kubelet_.start();
  for (int i = 0; i < 3; ++i) EXPECT_EQ(first_pod(), "pod");
  for (const FakeKubelet::Call& call : kubelet_.calls()) EXPECT_EQ(call.authority, "localhost");
  EXPECT_EQ(kubelet_.calls().size(), 3U);
  EXPECT_EQ(client_.incarnation(), 1U);
}

TEST_F(PodResourcesClientTest, AbsentUntilSomethingStoodThere) {
  EXPECT_EQ(list_error(), ErrorKind::absent);
  EXPECT_EQ(client_.allocatable(kEnough).error().kind, ErrorKind::absent);
  kubelet_.start();
  EXPECT_EQ(first_pod(), "pod");
  kubelet_.remove();
  EXPECT_EQ(list_error(), ErrorKind::not_found);
}

TEST_F(PodResourcesClientTest, DeadSocketIsUnavailable) {
  kubelet_.start();
  kubelet_.stop();
  ASSERT_TRUE(std::filesystem::is_socket(path_));
  EXPECT_EQ(list_error(), ErrorKind::unavailable);
  kubelet_.start();
  EXPECT_EQ(first_pod(), "pod");
}

TEST_F(PodResourcesClientTest, OtherFilesAtThePath) {
  dir_.write("kubelet.sock", "not a socket");
  EXPECT_EQ(list_error(), ErrorKind::unsupported);
  std::filesystem::remove(path_);
  ASSERT_EQ(::mkfifo(path_.c_str(), 0600), 0);
  EXPECT_EQ(list_error(), ErrorKind::unsupported);
  std::filesystem::remove(path_);
  std::filesystem::create_directory(path_);
  EXPECT_EQ(list_error(), ErrorKind::unsupported);
  std::filesystem::remove(path_);
  std::filesystem::create_symlink("kubelet.sock", path_);
  EXPECT_EQ(list_error(), ErrorKind::unsupported);
  std::filesystem::remove(path_);
  kubelet_.start();
  EXPECT_EQ(first_pod(), "pod");
}

TEST_F(PodResourcesClientTest, PathLongerThanASocketsPath) {
  PodResourcesClient client({.socket_path = dir_ / std::string(140, 'x')});
  const auto pods = client.list(kEnough);
  EXPECT_EQ(pods.error().kind, ErrorKind::malformed);
  EXPECT_NE(pods.error().message().find("at most 107"), std::string::npos);
}

TEST_F(PodResourcesClientTest, PathWithSpecialCharacters) {
  const std::string path = dir_ / "a b%20?#ü:.sock";
  FakeKubelet plain(dir_ / "plain");
  plain.set_answer(one_pod());
  plain.start();
  std::filesystem::rename(dir_ / "plain", path);
  PodResourcesClient client({.socket_path = path});
  EXPECT_TRUE(client.list(kEnough).has_value());
}

TEST_F(PodResourcesClientTest, FollowsAReplacedSocketWhileTheOldServerLives) {
  kubelet_.start();
  EXPECT_EQ(first_pod(), "pod");
  FakeKubelet next(path_);
  next.set_answer(one_pod("next"));
  next.start();  // renamed over the path; the first server still serves its connections
  EXPECT_EQ(first_pod(), "next");
  EXPECT_EQ(client_.incarnation(), 2U);
}

TEST_F(PodResourcesClientTest, RestartBetweenCallsIsNotNoticed) {
  kubelet_.start();
  EXPECT_EQ(first_pod(), "pod");
  for (std::uint64_t i = 2; i < 5; ++i) {
    kubelet_.start();
    EXPECT_EQ(first_pod(), "pod");
    EXPECT_EQ(client_.incarnation(), i);
  }
}

TEST_F(PodResourcesClientTest, WaitsForASocketThatComesBack) {
  PodResourcesClient client({.socket_path = path_, .wait_for_socket = kEnough});
  kubelet_.start();
  EXPECT_TRUE(client.list(kEnough).has_value());
  kubelet_.remove();
  std::jthread later([&] {
    std::this_thread::sleep_for(milliseconds(150));
    kubelet_.start();
  });
  const auto pods = client.list(kEnough);
  const auto answered = std::chrono::steady_clock::now();
  later.join();
  EXPECT_TRUE(pods.has_value()) << pods.error().message();
  EXPECT_LT(std::chrono::steady_clock::now() - answered, seconds(2));
}

TEST_F(PodResourcesClientTest, FallsBackToV1Alpha1AndRemembers) {
  FakeAnswer answer = one_pod();
  answer.v1 = false;
  kubelet_.set_answer(answer);
  kubelet_.start();
  for (int i = 0; i < 3; ++i) EXPECT_EQ(first_pod(), "pod");
  EXPECT_EQ(kubelet_.count(kListV1), 1U);
  EXPECT_EQ(kubelet_.count(kListV1Alpha1), 3U);

  kubelet_.set_answer(one_pod("upgraded"));
  EXPECT_EQ(first_pod(), "upgraded");  // same socket: not asked again
  EXPECT_EQ(kubelet_.count(kListV1), 1U);
  kubelet_.start();
  EXPECT_EQ(first_pod(), "upgraded");
  EXPECT_EQ(kubelet_.count(kListV1), 2U);
  EXPECT_EQ(kubelet_.count(kListV1Alpha1), 4U);
}

TEST_F(PodResourcesClientTest, NoServiceAtAll) {
  FakeAnswer answer = one_pod();
  answer.v1 = answer.v1alpha1 = false;
  kubelet_.set_answer(answer);
  kubelet_.start();
  const auto pods = client_.list(kEnough);
  EXPECT_EQ(pods.error().kind, ErrorKind::unsupported);
  EXPECT_NE(pods.error().remedy.find("pod-resources/kubelet.sock"), std::string::npos);
}

TEST_F(PodResourcesClientTest, AllocatableOfOldKubelets) {
  FakeAnswer answer = one_pod();
  answer.allocatable.reset();  // no such method
  kubelet_.set_answer(answer);
  kubelet_.start();
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(client_.allocatable(kEnough).error().kind, ErrorKind::unsupported);
  EXPECT_EQ(kubelet_.count(kAllocatable), 1U);
  EXPECT_EQ(first_pod(), "pod");

  answer.v1 = false;  // v1alpha1 alone
  kubelet_.set_answer(answer);
  kubelet_.start();
  EXPECT_EQ(first_pod(), "pod");
  EXPECT_EQ(client_.allocatable(kEnough).error().kind, ErrorKind::unsupported);
  EXPECT_EQ(kubelet_.count(kAllocatable), 2U);

  answer = one_pod();  // the gate is off
  answer.allocatable_error = {2, "Pod Resources API GetAllocatableResources disabled"};
  kubelet_.set_answer(answer);
  kubelet_.start();
  EXPECT_EQ(first_pod(), "pod");
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(client_.allocatable(kEnough).error().kind, ErrorKind::unsupported);
  EXPECT_EQ(kubelet_.count(kAllocatable), 3U);

  kubelet_.set_answer(one_pod());  // upgraded
  kubelet_.start();
  EXPECT_EQ(first_pod(), "pod");
  EXPECT_TRUE(client_.allocatable(kEnough).has_value());
}

TEST_F(PodResourcesClientTest, ErrorsAreToldApart) {
  kubelet_.start();
  answer_with(8, "rejected by rate limit");
  EXPECT_EQ(list_error(), ErrorKind::rate_limited);
  answer_with(8, "grpc: received message larger than max (5000000 vs. 4194304)");
  EXPECT_EQ(list_error(), ErrorKind::too_large);
  answer_with(7, "no");
  EXPECT_EQ(list_error(), ErrorKind::permission);
  answer_with(2, "something is wrong");
  EXPECT_EQ(list_error(), ErrorKind::unavailable);
  answer_with(13, "stream terminated");
  EXPECT_EQ(list_error(), ErrorKind::malformed);
  answer_with(14, "shutting down");
  EXPECT_EQ(list_error(), ErrorKind::unavailable);
  kubelet_.set_answer(one_pod());
  EXPECT_EQ(first_pod(), "pod");
}

TEST_F(PodResourcesClientTest, RateLimitIsNotAnsweredByMoreCalls) {
  answer_with(8, "rejected by rate limit");
  kubelet_.start();
  EXPECT_EQ(list_error(), ErrorKind::rate_limited);
  EXPECT_EQ(kubelet_.calls().size(), 1U);
}

TEST_F(PodResourcesClientTest, LongErrorTextsAreCut) {
  answer_with(2, std::string(6000, 'x'));
  kubelet_.start();
  EXPECT_LT(client_.list(kEnough).error().text.size(), 400U);
}

TEST_F(PodResourcesClientTest, HungKubeletIsATimeout) {
  FakeAnswer answer = one_pod();
  answer.hang = true;
  kubelet_.set_answer(answer);
  kubelet_.start();
  EXPECT_EQ(list_error(milliseconds(200)), ErrorKind::timeout);
  kubelet_.set_answer(one_pod());
  EXPECT_EQ(first_pod(), "pod");
}

TEST_F(PodResourcesClientTest, SlowKubeletIsWaitedFor) {
  FakeAnswer answer = one_pod();
  answer.delay = milliseconds(300);
  kubelet_.set_answer(answer);
  kubelet_.start();
  EXPECT_EQ(first_pod(), "pod");
}

TEST_F(PodResourcesClientTest, StopEndsACall) {
  FakeAnswer answer = one_pod();
  answer.hang = true;
  kubelet_.set_answer(answer);
  kubelet_.start();
  std::stop_source source;
  const std::jthread stopper([&] {
    kubelet_.wait_for(kListV1, 1);
    source.request_stop();
  });
  const auto pods = client_.list(std::chrono::hours(1), source.get_token());
  EXPECT_FALSE(pods.has_value());
  EXPECT_EQ(kubelet_.calls().size(), 1U);
}

TEST_F(PodResourcesClientTest, StopEndsTheWaitForASocket) {
  PodResourcesClient client({.socket_path = path_, .wait_for_socket = std::chrono::hours(1)});
  kubelet_.start();
  EXPECT_TRUE(client.list(kEnough).has_value());
  kubelet_.remove();
  std::stop_source source;
  const std::jthread stopper([&] { source.request_stop(); });
  EXPECT_FALSE(client.list(std::chrono::hours(1), source.get_token()).has_value());
}

}  // namespace
}  // namespace pge
