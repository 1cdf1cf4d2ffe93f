// SPDX-License-Identifier: Apache-2.0
//
// The client against programs of their own: our fake kubelet, and the one on grpc-go with
// Kubernetes' own types (tools/gofakes/kubelet), which is found by PGE_GO_FAKE_KUBELET or in
// build/go. Both read the same answers.
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>

#include "kube/podresources_client.h"
#include "testing/child.h"
#include "testing/temp_dir.h"

namespace pge {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::Child;

constexpr seconds kEnough{30};

constexpr const char* kFull = R"({
  "pods": [
    {"namespace": "ns", "name": "pod", "containers": [
      {"name": "c",
       "devices": [{"resource": "nvidia.com/gpu", "ids": ["GPU-a", "GPU-b"], "numa": [0, 1]}],
       "claims": [{"namespace": "ns", "name": "claim", "devices": [
         {"driver": "gpu.nvidia.com", "pool": "node", "device": "gpu-0", "cdi": ["x/y=z"]},
         {"driver": "gpu.nvidia.com", "pool": "node", "device": "gpu-1"}]}]}]},
    {"namespace": "ns", "name": "idle", "containers": [{"name": "c"}]}],
  "allocatable": [{"resource": "nvidia.com/gpu", "ids": ["GPU-a", "GPU-b", "GPU-c"]}]})";

std::string go_fake() {
  if (const char* path = std::getenv("PGE_GO_FAKE_KUBELET")) return path;
  const auto built = std::filesystem::path(PGE_SOURCE_DIR) / "build" / "go" / "go-fake-kubelet";
  return std::filesystem::exists(built) ? built.string() : "";
}

class PodResourcesContractTest : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const bool go = std::string_view(GetParam()) == "go";
    program_ = go ? go_fake() : PGE_BINARY_DIR "/bin/fake-kubelet";
    if (program_.empty())
      GTEST_SKIP() << "no fake kubelet in Go: cd tools && go build -o ../build/go/go-fake-kubelet "
                      "./gofakes/kubelet";
  }
  // Whole at once, so that the fake never reads half an answer.
  void write_answer(const std::string& json) {
    dir_.write("next", json);
    std::filesystem::rename(dir_ / "next", file_);
  }
  void start(const std::string& json, std::vector<std::string> more = {}) {
    write_answer(json);
    std::vector<std::string> arguments{program_, "--socket=" + path_, "--answer=" + file_};
    arguments.insert(arguments.end(), more.begin(), more.end());
    kubelet_ = std::make_unique<Child>(arguments);
    ASSERT_EQ(kubelet_->line("ready"), "ready " + path_);
  }
  void change(const std::string& json) {
    write_answer(json);
    ASSERT_EQ(kubelet_->line("answer"), "answer " + file_);
  }
  void restart() {
    kubelet_->signal(SIGUSR1);
    ASSERT_EQ(kubelet_->line("restarted"), "restarted " + path_);
  }
  ErrorKind list_error(Duration timeout = kEnough) {
    const auto pods = client_.list(timeout);
    EXPECT_FALSE(pods.has_value());
    return pods ? ErrorKind::internal : pods.error().kind;
  }

  testing::TempDir dir_;
  std::string path_ = dir_ / "kubelet.sock";
  std::string file_ = dir_ / "answer.json";
  std::string program_;
  std::unique_ptr<Child> kubelet_;
  PodResourcesClient client_{{.socket_path = path_, .wait_for_socket = milliseconds(300)}};
};

TEST_P(PodResourcesContractTest, ListAndAllocatable) {
  start(kFull);
  const auto pods = client_.list(kEnough);
  ASSERT_TRUE(pods.has_value()) << pods.error().message();
  ASSERT_EQ(pods->size(), 2U);
  EXPECT_EQ((*pods)[1], (ListedPod{"ns", "idle", {}}));
  const ContainerGrants& container = (*pods)[0].containers.at(0);
  const std::vector<ResourceDevices> devices{
      {"nvidia.com/gpu", {"GPU-a", "GPU-a", "GPU-b", "GPU-b"}}};
  EXPECT_EQ(container.devices, devices);
  const std::vector<DynamicDevice> dynamic{
      {"", "ns", "claim", "gpu.nvidia.com", "node", "gpu-0", "", {"x/y=z"}},
      {"", "ns", "claim", "gpu.nvidia.com", "node", "gpu-1", "", {}}};
  EXPECT_EQ(container.dynamic_devices, dynamic);
  const auto all = client_.allocatable(kEnough);
  ASSERT_TRUE(all.has_value()) << all.error().message();
  EXPECT_EQ(all->at(0).ids, (std::vector<std::string>{"GPU-a", "GPU-b", "GPU-c"}));
}

TEST_P(PodResourcesContractTest, OnlyV1Alpha1) {
  start(R"({"services": ["v1alpha1"], "pods": [{"namespace": "ns", "name": "old", "containers": [
      {"name": "c", "devices": [{"resource": "nvidia.com/gpu", "ids": ["GPU-a"]}]}]}]})");
  const auto pods = client_.list(kEnough);
  ASSERT_TRUE(pods.has_value()) << pods.error().message();
  EXPECT_EQ(pods->at(0).containers.at(0).devices.at(0).ids.at(0), "GPU-a");
  EXPECT_EQ(client_.allocatable(kEnough).error().kind, ErrorKind::unsupported);
}

TEST_P(PodResourcesContractTest, ErrorsAreToldApart) {
  start(R"({"allocatable": null, "list_error": {"code": 8, "message": "rejected by rate limit"}})");
  EXPECT_EQ(list_error(), ErrorKind::rate_limited);
  EXPECT_EQ(client_.allocatable(kEnough).error().kind, ErrorKind::unsupported);
  change(R"({"list_error": {"code": 2, "message": "something"}})");
  EXPECT_EQ(list_error(), ErrorKind::unavailable);
  change(R"({"hang": true})");
  EXPECT_EQ(list_error(milliseconds(200)), ErrorKind::timeout);
  change("{}");
  EXPECT_TRUE(client_.list(kEnough).has_value());
}

TEST_P(PodResourcesContractTest, GateIsOff) {
  start(R"({"allocatable_error":
      {"code": 2, "message": "Pod Resources API GetAllocatableResources disabled"}})");
  EXPECT_EQ(client_.allocatable(kEnough).error().kind, ErrorKind::unsupported);
}

TEST_P(PodResourcesContractTest, NeitherService) {
  start(R"({"services": []})");
  EXPECT_EQ(list_error(), ErrorKind::unsupported);
}

TEST_P(PodResourcesContractTest, RestartsAreFollowed) {
  start("{}");
  EXPECT_TRUE(client_.list(kEnough).has_value());
  for (std::uint64_t i = 2; i < 5; ++i) {
    restart();
    const auto pods = client_.list(kEnough);
    EXPECT_TRUE(pods.has_value()) << pods.error().message();
    EXPECT_EQ(client_.incarnation(), i);
  }
  kubelet_->signal(SIGTERM);
  EXPECT_EQ(kubelet_->wait(), 0);
  EXPECT_EQ(list_error(), ErrorKind::unavailable);  // the dead socket
}

TEST_P(PodResourcesContractTest, LargeReplies) {
  std::string ids;
  for (int i = 0; i < 200'000; ++i)
    ids += (i == 0 ? "\"" : ",\"") + std::string(60, 'x') + std::to_string(i) + '"';
  start(R"({"pods": [{"namespace": "ns", "name": "p", "containers": [{"name": "c",
      "devices": [{"resource": "x.com/gpu-mem", "ids": [)" +
        ids + "]}]}]}]}");
  const auto pods = client_.list(kEnough);
  ASSERT_TRUE(pods.has_value()) << pods.error().message();
  EXPECT_EQ(pods->at(0).containers.at(0).devices.at(0).ids.size(), 200'000U);
}

TEST_P(PodResourcesContractTest, ABadAnswerKeepsTheOneBefore) {
  start(kFull);
  write_answer("{");
  EXPECT_NE(kubelet_->line("bad answer:"), "");
  EXPECT_EQ(client_.list(kEnough)->size(), 2U);
}

// What only the Go program does: it counts requests as the kubelet does and tells what it sees.
class GrpcGoContractTest : public PodResourcesContractTest {};

TEST_P(GrpcGoContractTest, KubeletsLimitAndAuthority) {
  start("{}", {"--rate-limit", "--log-calls"});
  EXPECT_TRUE(client_.list(kEnough).has_value());
  EXPECT_EQ(kubelet_->line("call"), "call /v1.PodResourcesLister/List [localhost]");
  bool limited = false;
  for (int i = 0; i < 500 && !limited; ++i) {
    const auto pods = client_.list(kEnough);
    limited = !pods.has_value();
    EXPECT_EQ(pods ? ErrorKind::rate_limited : pods.error().kind, ErrorKind::rate_limited);
  }
  EXPECT_TRUE(limited);
}

INSTANTIATE_TEST_SUITE_P(Fakes, PodResourcesContractTest, ::testing::Values("cpp", "go"),
                         [](const auto& test) { return std::string(test.param); });

INSTANTIATE_TEST_SUITE_P(Fakes, GrpcGoContractTest, ::testing::Values("go"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace pge
