// SPDX-License-Identifier: Apache-2.0
#include "exposition/json/api.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/json/json.h"
#include "exposition/fixtures_test.h"

namespace pge {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Json parsed(const std::string& text) {
  auto json = parse_json(text, {.bytes = 1U << 20, .depth = 16, .values = 100'000});
  EXPECT_TRUE(json.has_value()) << text;
  return json ? std::move(*json) : Json{};
}

std::vector<std::string> texts(const Json& json, std::string_view list, std::string_view member) {
  std::vector<std::string> out;
  for (const Json& item : json.find(list)->items)
    out.emplace_back(item.text_at(member).value_or("(none)"));
  return out;
}

ApiInput input_of(const SnapshotPtr& snapshot, PageFilter filter = {}) {
  return {
      snapshot.get(), {{"checkpoint", "absent"}, {"podresources", "up"}}, false, std::move(filter)};
}

TEST(Api, EveryAnswerSaysWhereItComesFrom) {
  const SnapshotPtr snapshot = seed_snapshot();
  for (const auto write : {allocations_json, devices_json, nodes_json, pods_json, snapshot_json}) {
    const Json json = parsed(write(input_of(snapshot)));
    EXPECT_EQ(json.whole_at("generation"), 3U);
    EXPECT_EQ(json.boolean_at("demo"), false);
    EXPECT_THAT(texts(json, "sources", "state"), ElementsAre("absent", "up"));
    const Json nothing = parsed(write({nullptr, {{"podresources", "down"}}, true, {}}));
    EXPECT_EQ(nothing.find("generation"), nullptr) << "nothing heard is not generation 0";
    EXPECT_EQ(nothing.boolean_at("demo"), true);
    EXPECT_THAT(texts(nothing, "sources", "state"), ElementsAre("down"));
  }
}

TEST(Api, AllocationsInTheNamesOfLabels) {
  const SnapshotPtr snapshot = mixed_snapshot();
  const Json json =
      parsed(allocations_json(input_of(snapshot, {{"gpu-node-01"}, {"research"}, {}})));
  ASSERT_THAT(texts(json, "allocations", "pod"), ElementsAre("notebook", "train-0"));
  const Json& train = json.find("allocations")->items.at(1);
  EXPECT_EQ(train.text_at("node"), "gpu-node-01");
  EXPECT_EQ(train.text_at("namespace"), "research");
  EXPECT_EQ(train.text_at("container"), "trainer");
  EXPECT_EQ(train.text_at("UUID"), "GPU-00000000-0000-4000-8000-000000000000");
  EXPECT_EQ(train.text_at("gpu_model"), "NVIDIA A100-SXM4-80GB");
  EXPECT_EQ(train.text_at("pod_uid"), "6d1f8f1e-0000-4000-8000-000000000001");
  EXPECT_EQ(train.whole_at("memory_granted_bytes"), std::uint64_t{80} << 30U);
  EXPECT_EQ(train.find("replicas"), nullptr) << "not shared";
  EXPECT_NE(train.find("start_timestamp_seconds"), nullptr);
  EXPECT_EQ(json.find("allocations")->items.at(0).find("start_timestamp_seconds"), nullptr);
}

TEST(Api, DevicesAndWhoHoldsThem) {
  const SnapshotPtr snapshot = mixed_snapshot();
  const Json all = parsed(devices_json(input_of(snapshot, {{"gpu-node-01"}, {}, {}})));
  EXPECT_EQ(all.find("devices")->items.size(), 4U);
  const Json& unknown = all.find("devices")->items.back();
  EXPECT_EQ(unknown.text_at("UUID"), "card7");
  EXPECT_EQ(unknown.find("index"), nullptr);
  EXPECT_EQ(unknown.find("memory_total_bytes"), nullptr);
  EXPECT_EQ(unknown.boolean_at("healthy"), false);
  EXPECT_EQ(unknown.find("pods"), nullptr) << "not known is not 0";
  const Json some = parsed(devices_json(input_of(snapshot, {{}, {"research"}, {}})));
  EXPECT_EQ(some.find("devices")->items.size(), 2U);
}

TEST(Api, PodsOnceWithAllTheirDevices) {
  const SnapshotPtr snapshot = mixed_snapshot();
  const Json json = parsed(pods_json(input_of(snapshot, {{"gpu-node-01"}, {}, {}})));
  EXPECT_THAT(texts(json, "pods", "pod"), ElementsAre("infer", "notebook", "train-0"));
  EXPECT_EQ(json.find("pods")->items.at(0).find("devices")->items.size(), 2U);
}

TEST(Api, NodesAndSnapshotHaveEveryNode) {
  const SnapshotPtr snapshot = mixed_snapshot();
  const Json nodes = parsed(nodes_json(input_of(snapshot)));
  const Json whole = parsed(snapshot_json(input_of(snapshot)));
  EXPECT_EQ(texts(nodes, "nodes", "node"), texts(whole, "nodes", "node"));
  EXPECT_EQ(whole.whole_at("format_version"), 1U);
  for (const Json& node : nodes.find("nodes")->items) {
    if (node.text_at("node") != "gpu-node-01") continue;
    EXPECT_EQ(node.whole_at("devices"), 4U);
    EXPECT_EQ(node.whole_at("pods"), 3U);
    EXPECT_EQ(node.find("resources")->items.at(0).whole_at("free"), 12U);
    EXPECT_EQ(node.find("resources")->items.at(1).find("free"), nullptr);
    EXPECT_THAT(texts(node, "conflicts", "reason"), ElementsAre("devices_differ", "two_models"));
  }
  EXPECT_THAT(parsed(nodes_json(input_of(snapshot, {{"nobody"}, {}, {}}))).find("nodes")->items,
              IsEmpty());
}

TEST(Api, HostileTextsStayJson) {
  const SnapshotPtr snapshot = hostile_snapshot();
  for (const auto write : {allocations_json, devices_json, nodes_json, pods_json, snapshot_json})
    parsed(write(input_of(snapshot)));
}

}  // namespace
}  // namespace pge
