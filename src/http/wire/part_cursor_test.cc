// SPDX-License-Identifier: Apache-2.0
#include "http/wire/part_cursor.h"

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <string>

namespace pge {
namespace {

std::string bytes_of(std::span<const iovec> pieces) {
  std::string text;
  for (const iovec& piece : pieces) {
    text.append(static_cast<const char*>(piece.iov_base), piece.iov_len);
  }
  return text;
}

TEST(PartCursor, HandsOutHeadAndPartsWithoutACopy) {
  Parts body = {make_part("abc"), make_part(""), make_part("defg")};
  const char* second = body[2].bytes.data();
  PartCursor cursor("head", body);
  EXPECT_EQ(cursor.remaining(), 11U);
  const auto pieces = cursor.next();
  ASSERT_EQ(pieces.size(), 3U);  // the empty part is left out
  EXPECT_EQ(pieces[2].iov_base, second);
  EXPECT_EQ(bytes_of(pieces), "headabcdefg");
}

TEST(PartCursor, GoesOnWhereverAWriteEnds) {
  std::minstd_rand random(3);
  for (int round = 0; round < 200; ++round) {
    Parts body;
    std::string expected = "H";
    for (auto parts = random() % 9; parts > 0; --parts) {
      std::string text(random() % 5, ' ');
      for (char& c : text) c = static_cast<char>('a' + random() % 26);
      body.push_back(make_part(std::move(text)));
      expected += body.back().bytes;
    }
    PartCursor cursor("H", body);
    std::string written;
    while (cursor.remaining() > 0) {
      const std::string offered = bytes_of(cursor.next());
      ASSERT_FALSE(offered.empty());
      const std::size_t taken = 1 + random() % offered.size();
      written += offered.substr(0, taken);
      cursor.advance(taken);
    }
    EXPECT_EQ(written, expected);
    EXPECT_TRUE(cursor.next().empty());
  }
}

TEST(PartCursor, BoundsWhatOneCallIsHanded) {
  Parts many;
  for (int i = 0; i < 1000; ++i) many.push_back(make_part("x"));
  PartCursor narrow("", many);
  EXPECT_EQ(narrow.next().size(), PartCursor::kMostPieces);
  PartCursor wide("", {make_part(std::string(PartCursor::kMostBytes + 1, 'x'))});
  EXPECT_EQ(bytes_of(wide.next()).size(), PartCursor::kMostBytes);
  wide.advance(PartCursor::kMostBytes);
  EXPECT_EQ(bytes_of(wide.next()), "x");
}

TEST(PartCursor, LetsGoOfWhatIsWritten) {
  Parts body = {make_part("abc"), make_part("def")};
  const std::weak_ptr<const void> first = body[0].owner;
  const std::weak_ptr<const void> second = body[1].owner;
  PartCursor cursor("", std::move(body));
  cursor.advance(3);
  EXPECT_TRUE(first.expired());
  EXPECT_FALSE(second.expired());
}

}  // namespace
}  // namespace pge
