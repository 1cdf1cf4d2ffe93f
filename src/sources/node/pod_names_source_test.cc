// SPDX-License-Identifier: Apache-2.0
#include "sources/node/pod_names_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "sources/node/pod_names.h"
#include "testing/temp_dir.h"

namespace pge {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const std::string kUid1 = "6f2f5a5e-0000-4000-8000-000000000001";
const std::string kUid2 = "6f2f5a5e-0000-4000-8000-000000000002";
const std::string kStatic = "0123456789abcdef0123456789abcdef";
const std::string kId1(64, 'a');
const std::string kId2(64, 'b');

TEST(PodNames, DirectoriesOfLogs) {
  EXPECT_EQ(pod_of_log_directory("kube-system_etcd-n1_" + kStatic),
            (PodRef{"kube-system", "etcd-n1", kStatic}));
  EXPECT_EQ(pod_of_log_directory("a_b.c-d_" + kUid1), (PodRef{"a", "b.c-d", kUid1}));
  for (const std::string& name :
       {std::string(), std::string("a_b"), "a_b_" + kUid1 + "x", "_b_" + kUid1, "a__" + kUid1,
        "a_b_c_" + kUid1, "A_b_" + kUid1, "a_b_" + std::string(36, '-'), "a\n_b_" + kUid1,
        std::string(300, 'a') + "_b_" + kUid1}) {
    EXPECT_FALSE(pod_of_log_directory(name)) << name;
  }
}

TEST(PodNames, LinksOfContainers) {
  EXPECT_EQ(container_of_log("train-0_team-a_main-x-" + kId1 + ".log"),
            (ContainerLog{"team-a", "train-0", "main-x", kId1}));
  for (const std::string& name :
       {std::string(), std::string("x.log"), "a_b_c-" + kId1, "a_b_-" + kId1 + ".log",
        "a_b_c" + kId1 + ".log", "a_b_c-" + std::string(64, 'g') + ".log",
        "a_b_c-" + kId1 + "0.log"}) {
    EXPECT_FALSE(container_of_log(name)) << name;
  }
  EXPECT_EQ(pod_of_log_link("/var/log/pods/a_b_" + kUid1 + "/c/0.log"), (PodRef{"a", "b", kUid1}));
  for (const char* target : {"", "/", "0.log", "a/b/c", "/var/log/pods/x/c/0.log"})
    EXPECT_FALSE(pod_of_log_link(target)) << target;
}

class PodNamesSourceTest : public ::testing::Test {
 protected:
  void log_directory(const std::string& ns, const std::string& name, const std::string& uid) {
    fs::create_directories(dir_ / ("var/log/pods/" + ns + "_" + name + "_" + uid));
  }
  void container(const std::string& ns, const std::string& pod, const std::string& uid,
                 const std::string& name, const std::string& id) {
    fs::create_directories(dir_ / "var/log/containers");
    fs::create_symlink(
        "/var/log/pods/" + ns + "_" + pod + "_" + uid + "/" + name + "/0.log",
        dir_ / ("var/log/containers/" + pod + "_" + ns + "_" + name + "-" + id + ".log"));
  }
  void kubelet(const std::string& uid) {
    fs::create_directories(dir_ / ("var/lib/kubelet/pods/" + uid));
  }
  std::vector<PodInfo> pods() {
    auto facts = source_.collect({}, {});
    EXPECT_TRUE(facts.has_value()) << (facts ? "" : facts.error().message());
    if (!facts) return {};
    skipped_ = facts->skipped;
    return facts->pods.value_or(std::vector<PodInfo>{});
  }

  testing::TempDir dir_;
  PodNamesSource source_{
      {.node = "n", .fs = HostFs(dir_.path()), .kubelet_fs = HostFs(dir_.path())}};
  std::vector<Error> skipped_;
};

TEST_F(PodNamesSourceTest, NeverThereIsAbsentAndGoneIsNot) {
  EXPECT_EQ(source_.collect({}, {}).error().kind, ErrorKind::absent);
  kubelet(kUid1);
  EXPECT_THAT(pods(), SizeIs(1));
  fs::remove_all(dir_ / "var");
  EXPECT_EQ(source_.collect({}, {}).error().kind, ErrorKind::not_found);
}

TEST_F(PodNamesSourceTest, TiesUidNameContainersAndStart) {
  log_directory("team-a", "train-0", kUid1);
  container("team-a", "train-0", kUid1, "main", kId1);
  container("team-a", "train-0", kUid1, "init", kId2);
  kubelet(kUid1);
  log_directory("kube-system", "etcd", kStatic);
  const auto found = pods();
  ASSERT_THAT(found, SizeIs(2));
  EXPECT_EQ(found[0].pod, (PodRef{"kube-system", "etcd", kStatic}));
  EXPECT_EQ(found[0].config_hash, kStatic);
  EXPECT_FALSE(found[0].present) << "its logs are all that is left";
  EXPECT_FALSE(found[0].start_seconds);
  EXPECT_EQ(found[1].node, "n");
  EXPECT_EQ(found[1].pod, (PodRef{"team-a", "train-0", kUid1}));
  EXPECT_TRUE(found[1].present);
  ASSERT_TRUE(found[1].start_seconds);
  EXPECT_GT(*found[1].start_seconds, 1.7e9);
  ASSERT_THAT(found[1].containers, SizeIs(2));
  EXPECT_EQ(found[1].containers[0].name, "init");
  EXPECT_THAT(found[1].containers[1].ids, ElementsAre(kId1));
}

TEST_F(PodNamesSourceTest, OfTwoPodsUnderOneNameTheLinkTellsWhoseContainerItIs) {
  log_directory("a", "db-0", kUid1);
  log_directory("a", "db-0", kUid2);
  container("a", "db-0", kUid2, "c", kId2);
  kubelet(kUid2);
  const auto found = pods();
  ASSERT_THAT(found, SizeIs(2));
  EXPECT_THAT(found[0].containers, IsEmpty());
  ASSERT_THAT(found[1].containers, SizeIs(1));
  EXPECT_THAT(found[1].containers[0].ids, ElementsAre(kId2));
}

TEST_F(PodNamesSourceTest, OddNamesAreOtherPeoplesFiles) {
  fs::create_directories(dir_ / "var/log/pods/lost+found");
  dir_.write("var/log/pods/file", "x");
  fs::create_directories(dir_ / "var/lib/kubelet/pods/not-a-uid");
  dir_.write("var/log/containers/odd.log", "x");
  ASSERT_EQ(::mkfifo((dir_ / "var/log/containers/fifo.log").c_str(), 0600), 0);
  log_directory("a", "b", kUid1);
  EXPECT_THAT(pods(), SizeIs(1));
  EXPECT_THAT(skipped_, IsEmpty());
}

TEST_F(PodNamesSourceTest, AFailureBesideAnAnswerIsTold) {
  kubelet(kUid1);
  dir_.write("var/log/pods", "not a directory");
  EXPECT_THAT(pods(), SizeIs(1));
  EXPECT_THAT(skipped_, SizeIs(1));
}

}  // namespace
}  // namespace pge
