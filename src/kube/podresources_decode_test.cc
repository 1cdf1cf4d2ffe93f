// SPDX-License-Identifier: Apache-2.0
#include "kube/podresources_decode.h"

#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <gtest/gtest.h>

#include <random>

#include "podresources_v1.pb.h"
#include "testing/fake_answer.h"

namespace pge {
namespace {

using google::protobuf::io::ArrayInputStream;

Result<std::vector<ListedPod>> decode(const std::string& bytes, int block = -1) {
  ArrayInputStream in(bytes.data(), static_cast<int>(bytes.size()), block);
  return decode_list(in);
}

testing::FakeAnswer rich_answer() {
  testing::FakeAnswer answer;
  answer.pods.push_back(testing::fake_pod("ns", "pod", "nvidia.com/gpu", {"GPU-a", "GPU-b"}));
  testing::FakeContainer& container = answer.pods[0].containers[0];
  container.devices.push_back({"amd.com/gpu", {"0000:c3:00.0"}, {0, 1}});
  container.claims.push_back(
      {"ns", "claim", "class", {{"gpu.nvidia.com", "node", "gpu-0", "share", {"k8s/a=b", "c"}}}});
  answer.pods.push_back({"ns", "idle", {{"c", {}, {}}}});
  return answer;
}

TEST(DecodePodResources, ReadsEveryField) {
  const auto pods = decode(testing::encode_list_v1(rich_answer(), 0));
  ASSERT_TRUE(pods.has_value());
  const ContainerGrants container{
      "c",
      {{"nvidia.com/gpu", {"GPU-a", "GPU-b"}}, {"amd.com/gpu", {"0000:c3:00.0", "0000:c3:00.0"}}},
      {{"class", "ns", "claim", "gpu.nvidia.com", "node", "gpu-0", "share", {"k8s/a=b", "c"}}}};
  const std::vector<ListedPod> expected{{"ns", "pod", {container}}, {"ns", "idle", {}}};
  EXPECT_EQ(*pods, expected);
}

TEST(DecodePodResources, BlocksOfAnySizeReadAlike) {
  const std::string bytes = testing::encode_list_v1(rich_answer(), 0);
  const auto whole = decode(bytes);
  for (const int block : {1, 2, 3, 7, 64}) EXPECT_EQ(*decode(bytes, block), *whole);
}

TEST(DecodePodResources, NothingIsAnAnswerToo) {
  const auto pods = decode("");
  ASSERT_TRUE(pods.has_value());
  EXPECT_TRUE(pods->empty());
}

TEST(DecodePodResources, KeepsInvalidUtf8) {
  testing::FakeAnswer answer;
  answer.pods.push_back(testing::fake_pod("\xff", "\xc0\xaf", "r\x80", {std::string("\xfe\0", 2)}));
  const auto pods = decode(testing::encode_list_v1(answer, 0));
  ASSERT_TRUE(pods.has_value());
  EXPECT_EQ((*pods)[0].name, "\xc0\xaf");
  EXPECT_EQ((*pods)[0].containers[0].devices[0].ids[0], std::string("\xfe\0", 2));
}

TEST(DecodePodResources, SkipsWhatItDoesNotKnow) {
  // field 9 varint, 10 fixed64, 11 fixed32, 12 bytes, 13 a group around field 1; then a pod "p",
  // its name field also as a varint (another type than ours), CPU ids packed and not.
  const std::string unknown("\x48\x05\x51xxxxxxxx\x5dyyyy\x62\x02zz\x6b\x08\x01\x6c", 24);
  const std::string pod(
      "\x0a\x1c\x0a\x01p\x08\x07\x22\x02\x01\x02\x20\x03\x1a\x0f\x0a\x01"
      "c\x12\x08\x0a\x01r\x12\x03"
      "a:b\x18\x01",
      30);
  const auto pods = decode(unknown + pod);
  ASSERT_TRUE(pods.has_value());
  ASSERT_EQ(pods->size(), 1U);
  EXPECT_EQ((*pods)[0].name, "p");
  EXPECT_EQ((*pods)[0].containers[0].devices[0].ids[0], "a:b");
}

TEST(DecodePodResources, RefusesBrokenMessages) {
  EXPECT_EQ(decode("\x0a").error().kind, ErrorKind::malformed);  // no length
  EXPECT_EQ(decode("\x0a\x05"
                   "abc")
                .error()
                .kind,
            ErrorKind::malformed);                                            // cut
  EXPECT_EQ(decode("\x0a\x03\x0a\x05p").error().kind, ErrorKind::malformed);  // child larger
  EXPECT_EQ(decode("\x0f").error().kind, ErrorKind::malformed);               // wire type 7
  EXPECT_EQ(decode("\x0c").error().kind, ErrorKind::malformed);               // a group's end alone
  EXPECT_EQ(decode("\x0a\xff\xff\xff\xff\x0f").error().kind, ErrorKind::malformed);
  EXPECT_EQ(decode("HTTP/1.1 400 Bad Request\r\n\r\n").error().kind, ErrorKind::malformed);
}

TEST(DecodePodResources, EveryCutIsBrokenOrShorter) {
  const std::string bytes = testing::encode_list_v1(rich_answer(), 0);
  const std::size_t whole = decode(bytes)->size();
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const auto pods = decode(bytes.substr(0, size));
    EXPECT_LT(pods ? pods->size() : 0, whole);
  }
}

TEST(DecodePodResources, AnyBytesAreRead) {
  std::minstd_rand random(1);
  const std::string good = testing::encode_list_v1(rich_answer(), 0);
  int broken = 0;
  for (int round = 0; round < 5000; ++round) {
    std::string bytes = good;
    for (int i = 0; i < 3; ++i) bytes[random() % bytes.size()] = static_cast<char>(random());
    broken += decode(bytes).has_value() ? 0 : 1;
  }
  EXPECT_GT(broken, 100);
}

// 60 MiB of containers without anything in them would be gigabytes as messages.
TEST(DecodePodResources, BoundsTheNumberOfItems) {
  std::string containers;
  while (containers.size() < (5U << 20)) containers += std::string("\x1a\x00", 2);
  v1::ListPodResourcesResponse reply;
  std::string bytes = reply.SerializeAsString();
  bytes += '\x0a';
  for (std::size_t size = containers.size();; size >>= 7) {
    bytes += static_cast<char>((size & 0x7f) | (size > 0x7f ? 0x80 : 0));
    if (size <= 0x7f) break;
  }
  EXPECT_EQ(decode(bytes + containers).error().kind, ErrorKind::too_large);
}

TEST(DecodePodResources, Allocatable) {
  testing::FakeAnswer answer;
  answer.allocatable = {{"nvidia.com/gpu", {"GPU-a", "GPU-b"}, {}}, {"x/y", {"1"}, {}}};
  const std::string bytes = testing::encode_allocatable(answer);
  ArrayInputStream in(bytes.data(), static_cast<int>(bytes.size()));
  const auto devices = decode_allocatable(in);
  ASSERT_TRUE(devices.has_value());
  const std::vector<ResourceDevices> expected{{"nvidia.com/gpu", {"GPU-a", "GPU-b"}},
                                              {"x/y", {"1"}}};
  EXPECT_EQ(*devices, expected);
}

}  // namespace
}  // namespace pge
