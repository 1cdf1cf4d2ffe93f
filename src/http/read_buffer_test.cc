// SPDX-License-Identifier: Apache-2.0
#include "http/read_buffer.h"

#include <gtest/gtest.h>

#include <string>

namespace pge {
namespace {

void put(ReadBuffer& buffer, std::string_view bytes) {
  while (!bytes.empty()) {
    const std::span<char> room = buffer.room();
    ASSERT_FALSE(room.empty());
    const std::size_t n = std::min(room.size(), bytes.size());
    std::copy_n(bytes.data(), n, room.data());
    buffer.added(n);
    bytes.remove_prefix(n);
  }
}

TEST(ReadBuffer, KeepsWhatIsNotUsedWhileItGrowsAndMoves) {
  ReadBuffer buffer(8000);
  EXPECT_EQ(buffer.capacity(), 0U);
  std::string expected;
  for (int i = 0; i < 1000; ++i) {
    const std::string bytes = "<" + std::to_string(i) + ">";
    put(buffer, bytes);
    expected += bytes;
    if (i % 3 == 0) {
      buffer.consume(3);
      expected.erase(0, 3);
    }
    ASSERT_EQ(buffer.view(), expected);
  }
}

TEST(ReadBuffer, HasNoRoomBeyondItsBound) {
  ReadBuffer buffer(3000);
  put(buffer, std::string(3000, 'x'));
  EXPECT_TRUE(buffer.room().empty());
  EXPECT_EQ(buffer.capacity(), 3000U);
  buffer.consume(1);
  EXPECT_EQ(buffer.room().size(), 1U);
}

TEST(ReadBuffer, GivesLargeMemoryBackOnceEmpty) {
  ReadBuffer buffer(1U << 20);
  put(buffer, std::string(100'000, 'x'));
  buffer.consume(99'999);
  EXPECT_GT(buffer.capacity(), ReadBuffer::kKept);
  buffer.consume(1);
  EXPECT_EQ(buffer.capacity(), 0U);
  put(buffer, "small");
  buffer.consume(5);
  EXPECT_EQ(buffer.capacity(), ReadBuffer::kFirst);
}

}  // namespace
}  // namespace pge
