// SPDX-License-Identifier: Apache-2.0
#include "sources/kubernetes/pod_resources_facts.h"

#include <gtest/gtest.h>

#include <ostream>

namespace pge {
namespace {

const std::string kA = "GPU-aaaaaaaa-9d3f-11ee-8c90-0242ac120002";
const std::string kB = "GPU-bbbbbbbb-9d3f-11ee-8c90-0242ac120002";
const std::string kMig = "MIG-cccccccc-9d3f-11ee-8c90-0242ac120002";

PodGrants pod(std::string name, std::vector<IdGrant> ids) {
  return {{"ns", std::move(name), {}}, std::move(ids), {}};
}

Facts facts(std::vector<PodGrants> pods) { return facts_of({std::move(pods), {}}, "node"); }

struct Case {
  const char* what;
  std::string resource;
  std::vector<std::string> ids;  // sorted, as grants are
  struct Row {
    DeviceKey::Kind kind;
    std::string text;
    int number;
    std::uint32_t replicas;

    bool operator==(const Row&) const = default;
  };
  std::vector<Row> rows;
};

std::ostream& operator<<(std::ostream& out, const Case::Row& row) {
  return out << static_cast<int>(row.kind) << ' ' << row.text << ' ' << row.number << " x"
             << row.replicas;
}

using K = DeviceKey::Kind;

TEST(PodResourcesFacts, IdsOfOneContainer) {
  const Case cases[] = {
      {"a whole card", "nvidia.com/gpu", {kA}, {{K::uuid, kA, -1, 0}}},
      {"two replicas of one card are one row",
       "nvidia.com/gpu",
       {kA + "::2", kA + "::3"},
       {{K::uuid, kA, -1, 2}}},
      {"replicas of one card do not leak to another",
       "nvidia.com/gpu",
       {kA + "::1", kB},
       {{K::uuid, kA, -1, 1}, {K::uuid, kB, -1, 0}}},
      {"a whole card and replicas of it",
       "nvidia.com/gpu",
       {kA, kA + "::0", kA + "::1"},
       {{K::uuid, kA, -1, 0}}},
      {"a replica that cannot be read", "nvidia.com/gpu", {kA + "::"}, {{K::uuid, kA, -1, 1}}},
      {"MIG, single strategy", "nvidia.com/gpu", {kMig}, {{K::uuid, kMig, -1, 0}}},
      {"MIG, mixed strategy", "nvidia.com/mig-1g.10gb", {kMig}, {{K::uuid, kMig, -1, 0}}},
      {"a replica of a MIG slice",
       "nvidia.com/mig-1g.10gb",
       {kMig + "::7"},
       {{K::uuid, kMig, -1, 1}}},
      {"GKE's minors",
       "nvidia.com/gpu",
       {"nvidia0", "nvidia1", "nvidia10"},
       {{K::minor, "nvidia0", 0, 0}, {K::minor, "nvidia1", 1, 0}, {K::minor, "nvidia10", 10, 0}}},
      {"AMD", "amd.com/gpu", {"0000:c3:00.0"}, {{K::pci, "0000:c3:00.0", -1, 0}}},
      {"a form that nobody knows", "nvidia.com/gpu", {"what"}, {{K::opaque, "what", -1, 0}}},
      {"units of a card that the kubelet knows nothing of",
       "tencent.com/vcuda-core",
       {"tencent.com/vcuda-core-1", "tencent.com/vcuda-core-2"},
       {{K::none, "", -1, 0}}},
  };
  for (const Case& each : cases) {
    SCOPED_TRACE(each.what);
    const Facts out = facts({pod("pod", {{"c", each.resource, each.ids}})});
    std::vector<Case::Row> rows;
    for (const Claim& claim : out.claims) {
      rows.push_back({claim.device.kind, claim.device.text, claim.device.number, claim.replicas});
      EXPECT_EQ(claim.evidence, Evidence::kubelet_id);
      EXPECT_FALSE(claim.raw_id.empty());
    }
    EXPECT_EQ(rows, each.rows);
  }
}

TEST(PodResourcesFacts, AClaimInFull) {
  const Facts out = facts({pod("pod", {{"c", "nvidia.com/gpu", {kA + "::1"}}})});
  ASSERT_EQ(out.claims.size(), 1U);
  const Claim& claim = out.claims[0];
  EXPECT_EQ(claim.node, "node");
  EXPECT_EQ(claim.pod, (PodRef{"ns", "pod", ""}));
  EXPECT_EQ(claim.container, "c");
  EXPECT_EQ(claim.resource, "nvidia.com/gpu");
  EXPECT_EQ(claim.scheme, "time-slicing");
  EXPECT_EQ(claim.vendor, "nvidia");
  EXPECT_EQ(claim.raw_id, kA + "::1");
  EXPECT_FALSE(claim.compute_ratio.has_value());
}

// HAMi serves nvidia.com/gpu too; which of its ids the kubelet picks means nothing.
TEST(PodResourcesFacts, UnrealIdsNameNoDevice) {
  const Facts out =
      facts({pod("pod", {{"c", "nvidia.com/gpu", {kA + "-0", kA + "-3", kB + "-1"}}})});
  ASSERT_EQ(out.claims.size(), 2U);
  for (const Claim& claim : out.claims) {
    EXPECT_EQ(claim.device, DeviceKey{});
    EXPECT_EQ(claim.scheme, "hami");
  }
  EXPECT_EQ(out.claims[0].raw_id, kA + "-0");
  EXPECT_EQ(out.claims[0].replicas, 2U);
  EXPECT_EQ(out.claims[1].raw_id, kB + "-1");
}

TEST(PodResourcesFacts, SharersAndContainersHaveRowsOfTheirOwn) {
  const Facts out = facts({pod("b", {{"c", "nvidia.com/gpu", {kA + "::3"}}}),
                           pod("a", {{"c", "nvidia.com/gpu", {kA + "::0"}},
                                     {"sidecar", "nvidia.com/gpu", {kA + "::1"}}})});
  ASSERT_EQ(out.claims.size(), 3U);
  EXPECT_EQ(out.claims[0].pod.name, "a");
  EXPECT_EQ(out.claims[0].container, "c");
  EXPECT_EQ(out.claims[1].container, "sidecar");
  EXPECT_EQ(out.claims[2].pod.name, "b");
  for (const Claim& claim : out.claims) EXPECT_EQ(claim.replicas, 1U);
}

TEST(PodResourcesFacts, HeldCountsIdsOnceOverAllPods) {
  const Facts out = facts({pod("a", {{"c", "nvidia.com/gpu", {kA + "::0", kA + "::1"}}}),
                           pod("b", {{"c", "nvidia.com/gpu", {kA + "::1", kB}},
                                     {"c", "amd.com/gpu", {"0000:c3:00.0"}}})});
  const std::vector<HeldResource> expected{
      {"node", "amd.com/gpu", {"0000:c3:00.0"}},
      {"node", "nvidia.com/gpu", {kA + "::0", kA + "::1", kB}}};
  EXPECT_EQ(out.held, expected);
}

TEST(PodResourcesFacts, NothingHeldIsAnAnswer) {
  const Facts out = facts({pod("idle", {})});
  EXPECT_TRUE(out.claims.empty());
  ASSERT_TRUE(out.held.has_value());
  EXPECT_TRUE(out.held->empty());
}

TEST(PodResourcesFacts, AllocatableIsPassedOn) {
  EXPECT_FALSE(facts_of({{}, std::nullopt}, "node").allocatable.has_value());
  const std::vector<AllocatableResource> all{{"node", "nvidia.com/gpu", {kA}}};
  EXPECT_EQ(facts_of({{}, all}, "node").allocatable, all);
}

TEST(PodResourcesFacts, DynamicDevices) {
  PodGrants one = pod("one", {});
  one.dynamic = {{"c", "", "gpu.nvidia.com", "gpu.nvidia.com/node/gpu-0", false, {}},
                 {"d", "", "gpu.nvidia.com", "gpu.nvidia.com/node/gpu-0", false, {}},
                 {"d", "", "gpu.x.com", "gpu.x.com/node/x", false, {"s1", "s2"}}};
  PodGrants two = pod("two", {});
  two.dynamic = {{"c", "gpu.nvidia.com", "gpu.nvidia.com", "nvidia.com/gpu=0", true, {}}};
  const Facts out = facts({one, two});
  ASSERT_EQ(out.claims.size(), 4U);
  const Claim& first = out.claims[0];
  EXPECT_EQ(first.scheme, "dra");
  EXPECT_EQ(first.vendor, "nvidia");
  EXPECT_EQ(first.resource, "");
  EXPECT_EQ(first.device.kind, K::dra);
  EXPECT_EQ(first.device.text, "gpu.nvidia.com/node/gpu-0");
  EXPECT_EQ(first.replicas, 0U);
  EXPECT_EQ(out.claims[1].container, "d");  // a claim that two containers share
  EXPECT_EQ(out.claims[1].device, first.device);
  EXPECT_EQ(out.claims[2].replicas, 2U);
  EXPECT_EQ(out.claims[3].device, (DeviceKey{K::index, "", 0})) << "a CDI name";
  EXPECT_EQ(out.claims[3].resource, "gpu.nvidia.com");
  EXPECT_TRUE(out.held->empty());  // the kubelet's device ids alone
}

}  // namespace
}  // namespace pge
