// SPDX-License-Identifier: Apache-2.0
#include "schemes/dra_objects.h"

#include <gtest/gtest.h>

#include "testing/fixture/object_json.h"

namespace pge::schemes {
namespace {

ResourceSliceView slice(std::string name, std::uint64_t generation,
                        std::vector<std::pair<std::string, std::string>> uuids) {
  ResourceSliceView out;
  out.name = std::move(name);
  out.driver = "gpu.nvidia.com";
  out.pool = out.node = "n1";
  out.generation = generation;
  for (auto& [device, uuid] : uuids) {
    ResourceSliceView::Device entry;
    entry.name = device;
    entry.attributes["uuid"] = uuid;
    out.devices.push_back(std::move(entry));
  }
  return out;
}

std::string id_of(const DraObjects& objects, std::string_view device) {
  const Device* found = objects.find_device("gpu.nvidia.com", "n1", device);
  return found == nullptr ? "-" : found->id;
}

TEST(DraObjects, AnUpdatedSliceForgetsDevicesThatLeftIt) {
  DraObjects objects;
  objects.put(slice("s", 1, {{"gpu-0", "GPU-a"}, {"gpu-1", "GPU-b"}}));
  EXPECT_EQ(id_of(objects, "gpu-1"), "GPU-b");
  objects.put(slice("s", 2, {{"gpu-0", "GPU-a"}}));
  EXPECT_EQ(id_of(objects, "gpu-0"), "GPU-a");
  EXPECT_EQ(id_of(objects, "gpu-1"), "-");
  objects.erase_slice("s");
  EXPECT_EQ(id_of(objects, "gpu-0"), "-");
  objects.erase_slice("s");
  EXPECT_TRUE(objects.devices().empty());
}

TEST(DraObjects, OnlyTheNewestGenerationOfAPoolCounts) {
  DraObjects objects;
  objects.put(slice("b", 1, {{"gpu-0", "GPU-old"}, {"gpu-9", "GPU-gone"}}));
  objects.put(slice("a", 2, {{"gpu-0", "GPU-new"}}));
  EXPECT_EQ(id_of(objects, "gpu-0"), "GPU-new");
  EXPECT_EQ(id_of(objects, "gpu-9"), "-");
  ASSERT_EQ(objects.devices().size(), 1U);
  objects.erase_slice("a");
  EXPECT_EQ(id_of(objects, "gpu-9"), "GPU-gone") << "the older one is the newest again";
}

TEST(DraObjects, PoolsOfOtherDriversAndNodesAreOthers) {
  DraObjects objects;
  ResourceSliceView other = slice("o", 7, {{"gpu-0", "GPU-other"}});
  other.pool = other.node = "n2";
  objects.put(other);
  objects.put(slice("s", 1, {{"gpu-0", "GPU-a"}}));
  EXPECT_EQ(id_of(objects, "gpu-0"), "GPU-a");
  ASSERT_EQ(objects.devices().size(), 2U);
  EXPECT_EQ(objects.devices().back().node, "n2");
  EXPECT_EQ(objects.devices().back().aliases.front(), "gpu.nvidia.com/n2/gpu-0");
}

TEST(DraObjects, ASliceThatMovesToAnotherPoolLeavesItsOldOne) {
  DraObjects objects;
  objects.put(slice("s", 1, {{"gpu-0", "GPU-a"}}));
  ResourceSliceView moved = slice("s", 1, {{"gpu-0", "GPU-a"}});
  moved.pool = "p2";
  objects.put(moved);
  EXPECT_EQ(id_of(objects, "gpu-0"), "-");
  EXPECT_NE(objects.find_device("gpu.nvidia.com", "p2", "gpu-0"), nullptr);
}

TEST(DraObjects, ClaimsAreFoundByNamespaceAndName) {
  DraObjects objects;
  ResourceClaimView claim;
  claim.ns = "a";
  claim.name = "one";
  claim.uid = "1";
  objects.put(claim);
  claim.uid = "2";
  objects.put(claim);
  ASSERT_NE(objects.find_claim("a", "one"), nullptr);
  EXPECT_EQ(objects.find_claim("a", "one")->uid, "2");
  EXPECT_EQ(objects.find_claim("b", "one"), nullptr);
  EXPECT_EQ(objects.find_claim("a", "on"), nullptr);
  objects.erase_claim("a", "one");
  EXPECT_EQ(objects.find_claim("a", "one"), nullptr);
}

TEST(DraObjects, DevicesOfDriversThatAreNoGpusAreNotKept) {
  DraObjects objects;
  ResourceSliceView channels = slice("c", 1, {{"channel-0", "GPU-a"}});
  channels.driver = "compute-domain.nvidia.com";
  objects.put(channels);
  EXPECT_TRUE(objects.devices().empty());
}

TEST(DraObjects, RequestsAndTheirSubrequests) {
  ResourceClaimView::Result result;
  result.request = "gpu/large";
  EXPECT_TRUE(serves(result, ""));
  EXPECT_TRUE(serves(result, "gpu"));
  EXPECT_TRUE(serves(result, "gpu/large"));
  EXPECT_FALSE(serves(result, "gpu/l"));
  EXPECT_FALSE(serves(result, "gp"));
  EXPECT_FALSE(serves(result, "gpu/large/x"));
}

TEST(ObjectJson, AnObjectOfTheWrongShapeForItsVersionIsRefused) {
  const std::string basic =
      R"({"apiVersion":"resource.k8s.io/v1","spec":{"devices":[{"basic":{}}]}})";
  const std::string bare = R"({"apiVersion":"resource.k8s.io/v1beta1","spec":{"devices":[{}]}})";
  const std::string unknown = R"({"apiVersion":"resource.k8s.io/v9"})";
  for (const std::string& text : {basic, bare, unknown}) {
    EXPECT_THROW(testing::slices_from_json(text), std::invalid_argument) << text;
  }
}

}  // namespace
}  // namespace pge::schemes
