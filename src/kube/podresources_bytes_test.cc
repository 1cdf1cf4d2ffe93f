// SPDX-License-Identifier: Apache-2.0
//
// The client against replies that are large, broken or cut.
#include <gtest/gtest.h>

#include <string>

#include "kube/podresources_client.h"
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

constexpr seconds kEnough{60};

class PodResourcesBytesTest : public ::testing::Test {
 protected:
  static FakeAnswer small() {
    FakeAnswer answer;
    answer.pods = {testing::fake_pod("ns", "pod", "nvidia.com/gpu", {"GPU-a"})};
    return answer;
  }
  // One device per MiB of a card, as some plugins advertise: an encoded size of about `bytes`.
  static FakeAnswer large(std::size_t bytes) {
    FakeAnswer answer;
    constexpr std::size_t kIdSize = 75;
    constexpr std::size_t kIdsOfAPod = 16384;
    const std::size_t ids = bytes / (kIdSize + 20);
    for (std::size_t first = 0; first < ids; first += kIdsOfAPod) {
      std::vector<std::string> names;
      for (std::size_t i = 0; i < kIdsOfAPod; ++i) {
        std::string id = std::to_string(first + i);
        names.push_back(std::string(kIdSize - id.size(), '-') + id);
      }
      answer.pods.push_back(
          testing::fake_pod("ns", "p" + std::to_string(first), "a.com/gpu-mem", std::move(names)));
    }
    return answer;
  }
  Result<std::vector<ListedPod>> list_from(const std::string& path, Duration timeout = kEnough) {
    PodResourcesClient client({.socket_path = path, .wait_for_socket = milliseconds(100)});
    return client.list(timeout);
  }

  testing::TempDir dir_;
  std::string path_ = dir_ / "s";
  FakeKubelet kubelet_{dir_ / "kubelet"};
};

TEST_F(PodResourcesBytesTest, ReplyOf32MiB) {
  kubelet_.set_answer(large(32U << 20));
  kubelet_.start();
  const auto pods = list_from(dir_ / "kubelet");
  ASSERT_TRUE(pods.has_value()) << pods.error().message();
  std::size_t ids = 0;
  for (const ListedPod& pod : *pods) ids += pod.containers.at(0).devices.at(0).ids.size();
  EXPECT_GT(ids, 300'000U);
}

TEST_F(PodResourcesBytesTest, ReplyAboveTheLimit) {
  FakeAnswer answer = small();
  answer.raw_list = std::string((64U << 20) + 1, '\0');
  kubelet_.set_answer(std::move(answer));
  kubelet_.start();
  PodResourcesClient client({.socket_path = dir_ / "kubelet"});
  EXPECT_EQ(client.list(kEnough).error().kind, ErrorKind::too_large);
  kubelet_.set_answer(small());
  EXPECT_TRUE(client.list(kEnough).has_value());
}

TEST_F(PodResourcesBytesTest, BytesThatAreNoMessage) {
  FakeAnswer answer = small();
  answer.raw_list = "\x0a\xff\xff garbage";
  kubelet_.set_answer(std::move(answer));
  kubelet_.start();
  const auto pods = list_from(dir_ / "kubelet");
  EXPECT_EQ(pods.error().kind, ErrorKind::malformed);
  EXPECT_NE(pods.error().message().find("List"), std::string::npos);
}

TEST_F(PodResourcesBytesTest, InvalidUtf8IsRead) {
  FakeAnswer answer;
  answer.pods = {testing::fake_pod("ns", "\xff\xfe", "nvidia.com/gpu", {"\x80"})};
  kubelet_.set_answer(std::move(answer));
  kubelet_.start();
  const auto pods = list_from(dir_ / "kubelet");
  ASSERT_TRUE(pods.has_value());
  EXPECT_EQ(pods->at(0).name, "\xff\xfe");
}

TEST_F(PodResourcesBytesTest, CutInMidMessage) {
  kubelet_.set_answer(large(1U << 20));
  kubelet_.start();
  for (const std::size_t bytes : {1U, 30U, 100U, 5000U, 300'000U}) {
    const FakePeer peer(path_, {.forward_to = dir_ / "kubelet", .cut_after = bytes});
    const auto pods = list_from(path_);
    ASSERT_FALSE(pods.has_value()) << bytes;
    EXPECT_EQ(pods.error().kind, ErrorKind::unavailable) << pods.error().message();
  }
  const FakePeer peer(path_, {.forward_to = dir_ / "kubelet"});
  EXPECT_TRUE(list_from(path_).has_value());
}

TEST_F(PodResourcesBytesTest, PeersThatSpeakSomethingElse) {
  for (const char* greeting : {"HTTP/1.1 400 Bad Request\r\n\r\n", "\0\0\0", "SSH-2.0-x\r\n", ""}) {
    const FakePeer peer(path_, {.greeting = greeting, .close_after_greeting = true});
    const auto pods = list_from(path_);
    ASSERT_FALSE(pods.has_value());
    EXPECT_TRUE(pods.error().kind == ErrorKind::unavailable ||
                pods.error().kind == ErrorKind::malformed)
        << pods.error().message();
  }
}

TEST_F(PodResourcesBytesTest, PeersThatSayNothing) {
  {
    const FakePeer silent(path_, {});
    EXPECT_EQ(list_from(path_, milliseconds(200)).error().kind, ErrorKind::timeout);
  }
  const FakePeer deaf(path_, {.accept = false});
  EXPECT_EQ(list_from(path_, milliseconds(200)).error().kind, ErrorKind::timeout);
}

}  // namespace
}  // namespace pge
