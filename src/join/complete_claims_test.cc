// SPDX-License-Identifier: Apache-2.0
#include "join/complete_claims.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pge {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const std::string kOld = "00000000-0000-0000-0000-000000000001";
const std::string kNew = "00000000-0000-0000-0000-000000000002";

Claim listed(std::string pod, std::string container, std::string id,
             std::string resource = "nvidia.com/gpu") {
  Claim claim;
  claim.node = "n";
  claim.pod = {"default", std::move(pod), ""};
  claim.container = std::move(container);
  claim.resource = std::move(resource);
  claim.scheme = "device-plugin";
  claim.vendor = "nvidia";
  claim.device = {DeviceKey::Kind::uuid, id};
  claim.raw_id = std::move(id);
  return claim;
}

GrantRecord record(std::string uid, std::string container, std::vector<std::string> ids,
                   std::vector<std::string> given = {}) {
  GrantRecord out;
  out.node = "n";
  out.pod.uid = std::move(uid);
  out.container = std::move(container);
  out.resource = "nvidia.com/gpu";
  out.ids = std::move(ids);
  for (const std::string& id : given.empty() ? out.ids : given) {
    Claim claim = listed("", out.container, id);
    claim.pod = out.pod;
    claim.evidence = given.empty() ? Evidence::kubelet_id : Evidence::given;
    out.claims.push_back(std::move(claim));
  }
  return out;
}

PodInfo info(std::string uid, std::string name, bool present = true, double start = 0) {
  PodInfo out;
  out.node = "n";
  out.pod = {"default", std::move(name), std::move(uid)};
  out.present = present;
  out.start_seconds = start;
  return out;
}

struct Node {
  std::vector<Claim> claims;
  std::vector<GrantRecord> records;
  std::vector<PodInfo> infos;
  bool anybody_lists = true;

  // "pod[uid's last digit]/container id evidence", sorted.
  std::vector<std::string> complete() const {
    std::vector<const Claim*> claim_list;
    for (const Claim& claim : claims) claim_list.push_back(&claim);
    std::vector<const GrantRecord*> record_list;
    for (const GrantRecord& one : records) record_list.push_back(&one);
    KnownPods pods;
    for (const PodInfo& one : infos) pods.add(one);
    std::vector<std::string> out;
    for (const Claim* claim :
         complete_claims(claim_list, record_list, pods, anybody_lists).claims) {
      const std::string uid = claim->pod.uid.empty() ? "" : claim->pod.uid.substr(35);
      out.push_back(claim->pod.name + "[" + uid + "]/" + claim->container + " " +
                    claim->device.text +
                    (claim->evidence == Evidence::given ? " given" : " picked"));
    }
    std::ranges::sort(out);
    return out;
  }
};

TEST(CompleteClaims, WithoutRecordsAndPodsNothingChanges) {
  Node node{{listed("a", "c", "GPU-1")}, {}, {}};
  EXPECT_THAT(node.complete(), ElementsAre("a[]/c GPU-1 picked"));
}

TEST(CompleteClaims, ARecordGivesTheUid) {
  Node node{{listed("a", "c", "GPU-1")}, {record(kNew, "c", {"GPU-1"})}, {}};
  EXPECT_THAT(node.complete(), ElementsAre("a[2]/c GPU-1 picked"));
}

TEST(CompleteClaims, OtherContainersResourcesAndIdsAreOthers) {
  GrantRecord other_resource = record(kNew, "c", {"GPU-1"});
  other_resource.resource = "nvidia.com/mig-1g.5gb";
  Node node{{listed("a", "c", "GPU-1")},
            {record(kNew, "d", {"GPU-1"}), other_resource, record(kNew, "c", {"GPU-2"})},
            {}};
  EXPECT_THAT(node.complete(), ElementsAre("a[]/c GPU-1 picked"));
}

TEST(CompleteClaims, WhatWasGivenIsToldBesideWhatWasPicked) {
  Node node{{listed("a", "c", "GPU-1"), listed("a", "c", "GPU-2")},
            {record(kNew, "c", {"GPU-1", "GPU-2"}, {"GPU-3"})},
            {}};
  EXPECT_THAT(node.complete(),
              ElementsAre("a[2]/c GPU-1 picked", "a[2]/c GPU-2 picked", "a[2]/c GPU-3 given"));
}

TEST(CompleteClaims, APickThatMeansNothingGoes) {
  Claim pick = listed("a", "c", "tencent.com/vcuda-core-7");
  pick.device = {};
  Node node{{pick}, {record(kNew, "c", {"tencent.com/vcuda-core-7"}, {"GPU-3"})}, {}};
  EXPECT_THAT(node.complete(), ElementsAre("a[2]/c GPU-3 given"));
}

TEST(CompleteClaims, ARecordOfAPodThatIsGoneSaysNothing) {
  Node node{{listed("a", "c", "GPU-1")}, {record(kOld, "c", {"GPU-9"}, {"GPU-8"})}, {}};
  EXPECT_THAT(node.complete(), ElementsAre("a[]/c GPU-1 picked"));
}

// A StatefulSet's pod, made anew under its name, on the same device.
TEST(CompleteClaims, OfTwoPodsUnderOneNameTheOneThatIsThereIsMeant) {
  Node node{{listed("db-0", "c", "GPU-1")},
            {record(kOld, "c", {"GPU-1"}, {"GPU-8"}), record(kNew, "c", {"GPU-1"}, {"GPU-9"})},
            {info(kOld, "db-0", false, 200), info(kNew, "db-0", true, 100)}};
  EXPECT_THAT(node.complete(), ElementsAre("db-0[2]/c GPU-1 picked", "db-0[2]/c GPU-9 given"));
  std::ranges::reverse(node.records);
  std::ranges::reverse(node.infos);
  EXPECT_THAT(node.complete(), ElementsAre("db-0[2]/c GPU-1 picked", "db-0[2]/c GPU-9 given"));
}

TEST(CompleteClaims, NamesTellRecordsApart) {
  Node node{{listed("a", "c", "GPU-1"), listed("b", "c", "GPU-1")},
            {record(kOld, "c", {"GPU-1"}), record(kNew, "c", {"GPU-1"})},
            {info(kOld, "a"), info(kNew, "b")}};
  EXPECT_THAT(node.complete(), ElementsAre("a[1]/c GPU-1 picked", "b[2]/c GPU-1 picked"));
}

TEST(CompleteClaims, WhatCannotBeToldApartIsNotGuessed) {
  Node node{{listed("a", "c", "GPU-1")},
            {record(kOld, "c", {"GPU-1"}), record(kNew, "c", {"GPU-1"})},
            {}};
  EXPECT_THAT(node.complete(), ElementsAre("a[]/c GPU-1 picked"));
}

TEST(CompleteClaims, InitContainersOfListedPodsAppear) {
  Node node{{listed("a", "c", "GPU-1")},
            {record(kNew, "c", {"GPU-1"}), record(kNew, "init", {"GPU-2"}),
             record(kNew, "over", {"GPU-1"}), record(kOld, "init", {"GPU-3"})},
            {}};
  EXPECT_THAT(node.complete(), ElementsAre("a[2]/c GPU-1 picked", "a[2]/init GPU-2 picked"));
}

TEST(CompleteClaims, WhileNobodyListsPodsRecordsOfLivingOnesSpeak) {
  Node node{{},
            {record(kNew, "c", {"GPU-1"}), record(kOld, "c", {"GPU-2"})},
            {info(kNew, "a"), info(kOld, "gone", false)}};
  EXPECT_THAT(node.complete(), IsEmpty()) << "a kubelet that lists no pod is believed";
  node.anybody_lists = false;
  EXPECT_THAT(node.complete(), ElementsAre("a[2]/c GPU-1 picked"));
}

TEST(CompleteClaims, DraRecordsKnowNoContainer) {
  const std::string triplet = "gpu.nvidia.com/n/gpu-0";
  GrantRecord dra = record(kNew, "", {triplet}, {"GPU-7"});
  dra.resource.clear();
  dra.pod.ns = "default";
  for (Claim& claim : dra.claims) claim.resource.clear();
  Claim a = listed("a", "c1", triplet, "gpu.nvidia.com");
  Claim b = listed("a", "c2", triplet, "gpu.nvidia.com");
  a.device = b.device = {};
  Node node{{a, b}, {dra}, {info(kNew, "a")}};
  EXPECT_THAT(node.complete(), ElementsAre("a[2]/c1 GPU-7 given", "a[2]/c2 GPU-7 given"));
  node.records[0].monitoring = true;
  node.records[0].claims.clear();
  EXPECT_THAT(node.complete(), IsEmpty()) << "adminAccess is no use";
  node.records[0].pod.ns = "other";
  EXPECT_EQ(node.complete().size(), 2U) << "somebody else's";
}

TEST(CompleteClaims, NamesAloneGiveUidsToo) {
  Node node{{listed("a", "c", "GPU-1")}, {}, {info(kNew, "a")}};
  EXPECT_THAT(node.complete(), ElementsAre("a[2]/c GPU-1 picked"));
}

TEST(CompleteClaims, MarksOnThePodMakeThePickUnreal) {
  Node node{{listed("a", "c", "GPU-1")}, {}, {info(kNew, "a")}};
  node.infos[0].unreal_vendors = {"nvidia"};
  EXPECT_THAT(node.complete(), ElementsAre("a[2]/c  picked"));
}

TEST(KnownPods, InfosOfOneUidComplete) {
  KnownPods pods;
  PodInfo uid_only = info(kNew, "");
  uid_only.pod.ns.clear();
  uid_only.start_seconds = 7;
  PodInfo named = info(kNew, "a", false);
  named.start_seconds.reset();
  pods.add(uid_only);
  pods.add(named);
  const PodInfo* known = pods.by_name("default", "a");
  ASSERT_NE(known, nullptr);
  EXPECT_EQ(known->start_seconds, 7);
  EXPECT_TRUE(known->present);
  EXPECT_TRUE(pods.may_be(kOld, "x", "y")) << "nobody knows it";
  EXPECT_FALSE(pods.may_be(kNew, "default", "b"));
}

}  // namespace
}  // namespace pge
