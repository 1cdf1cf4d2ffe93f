// SPDX-License-Identifier: Apache-2.0
#include "kube/files/gpu_manager_checkpoint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/fixture/testdata.h"

namespace pge {
namespace {

using testing::checkpoint_file;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const std::string kUid = "11111111-2222-3333-4444-00000000000";

GpuManagerCheckpoint good(std::string_view text) {
  auto parsed = parse_gpu_manager_checkpoint(text);
  EXPECT_TRUE(parsed.has_value()) << (parsed ? "" : parsed.error().message());
  return parsed ? std::move(*parsed) : GpuManagerCheckpoint{};
}

TEST(GpuManagerCheckpoint, SharedAndWholeCards) {
  const auto checkpoint = good(checkpoint_file("gpu_manager/shared_and_whole.json"));
  EXPECT_THAT(checkpoint.grants,
              ElementsAre(GpuManagerGrant{kUid + "1", "half", {1}, 50, 8053063680},
                          GpuManagerGrant{kUid + "2", "two", {0, 10}, 200, 0},
                          GpuManagerGrant{kUid + "2", "quarter", {1}, 25, 268435456}));
  EXPECT_THAT(checkpoint.skipped, IsEmpty());
}

TEST(GpuManagerCheckpoint, BadEntriesAreLeftOut) {
  const auto checkpoint = good(checkpoint_file("gpu_manager/bad_entries.json"));
  ASSERT_THAT(checkpoint.grants, SizeIs(1));
  EXPECT_EQ(checkpoint.grants[0], (GpuManagerGrant{kUid + "2", "c", {3}, {}, {}}));
  EXPECT_THAT(checkpoint.skipped, SizeIs(7));
}

TEST(GpuManagerCheckpoint, NothingIsAnAnswerAndOtherFilesAreNone) {
  EXPECT_THAT(good(checkpoint_file("gpu_manager/empty.json")).grants, IsEmpty());
  EXPECT_THAT(good(R"({"PodGPUMapping":null})").grants, IsEmpty());
  for (const char* text : {"", "{", "[]", "{}", "7", R"({"PodGPUMapping":[]})"})
    EXPECT_FALSE(parse_gpu_manager_checkpoint(text)) << text;
  const std::string text = checkpoint_file("gpu_manager/shared_and_whole.json");
  for (std::size_t length = 0; length + 2 < text.size(); length += 11)
    EXPECT_FALSE(parse_gpu_manager_checkpoint(std::string_view(text).substr(0, length))) << length;
}

}  // namespace
}  // namespace pge
