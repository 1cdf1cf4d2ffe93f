// SPDX-License-Identifier: Apache-2.0
#include "exposition/page.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <thread>

#include "exposition/fixtures_test.h"
#include "exposition/gzip/deflater.h"
#include "exposition/pages.h"

namespace pge {
namespace {

// One-shot, as a client that knows gzip and nothing of us.
std::string inflated(const std::string& bytes) {
  z_stream stream{};
  EXPECT_EQ(::inflateInit2(&stream, 15 + 16), Z_OK);
  std::string out(64U << 20, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(::inflate(&stream, Z_FINISH), Z_STREAM_END) << "one member, checksum and length right";
  EXPECT_EQ(stream.avail_in, 0U) << "and nothing behind it";
  out.resize(stream.total_out);
  ::inflateEnd(&stream);
  return out;
}

PageTree tree_of(int leaves, std::size_t size) {
  std::vector<LeafChange> changes;
  for (int i = 0; i < leaves; ++i) {
    std::string text;
    while (text.size() < size) text += "line " + std::to_string(i * 7919) + "\n";
    changes.push_back({std::make_shared<const std::string>("key" + std::to_string(i)), text});
  }
  return PageTree().with(std::move(changes), 1);
}

TEST(GzipParts, InflateToThePlainPage) {
  const PageTree small = tree_of(3, 20);
  const PageTree large = tree_of(40, 9000);
  const Page pages[] = {
      {},
      {std::string()},
      {std::string("text alone\n")},
      {small},
      {PageTree()},
      {std::string("head\n"), large, std::string("middle\n"), small, std::string("# EOF\n")},
      {large, large},
  };
  for (const Page& page : pages) {
    const std::string plain = to_string(plain_parts(page));
    EXPECT_EQ(inflated(to_string(gzip_parts(page))), plain);
    const PageSum sum = sum_of(page);
    EXPECT_EQ(sum.size, plain.size());
    EXPECT_EQ(sum.crc, ::crc32_z(0, reinterpret_cast<const Bytef*>(plain.data()), plain.size()));
  }
}

TEST(GzipParts, OfRealPagesInEveryFormat) {
  for (const bool legacy : {false, true}) {
    const auto pages = pages_of(mixed_snapshot(), legacy);
    for (const Format format : {Format::text, Format::openmetrics_1_0}) {
      for (const Page& page : {metrics(*pages, sample_self(), format), nodes(*pages, format)}) {
        const std::string plain = to_string(plain_parts(page));
        EXPECT_FALSE(plain.empty());
        EXPECT_EQ(inflated(to_string(gzip_parts(page))), plain);
      }
    }
  }
}

TEST(GzipParts, SharedTextIsCompressedOnce) {
  const PageTree tree = tree_of(4, 5000);
  const Parts first = gzip_parts({tree});
  const Parts second = gzip_parts({std::string("x"), tree});
  ASSERT_GE(first.size(), 3U);
  EXPECT_EQ(first[1].bytes.data(), second[1].bytes.data());
}

TEST(GzipParts, IsSmaller) {
  const Page page{tree_of(100, 3000)};
  EXPECT_LT(total_bytes(gzip_parts(page)) * 4, sum_of(page).size);
}

TEST(GzipParts, ManyMayAskAtOnce) {
  const Page page{tree_of(50, 3000)};
  const std::string plain = to_string(plain_parts(page));
  std::vector<std::string> answers(4);
  {
    std::vector<std::jthread> askers;
    for (std::string& answer : answers)
      askers.emplace_back([&] { answer = to_string(gzip_parts(page)); });
  }
  for (const std::string& answer : answers) EXPECT_EQ(inflated(answer), plain);
}

TEST(CompressAhead, ChangesNoByte) {
  const auto pages = pages_of(mixed_snapshot());
  const auto bytes = [&] { return to_string(gzip_parts(metrics(*pages, sample_self()))); };
  const std::string before = bytes();
  compress_ahead(*pages);
  EXPECT_EQ(bytes(), before);
}

TEST(Deflater, AnyBytes) {
  Deflater deflater(1);
  std::string noise;
  unsigned state = 1;
  for (int i = 0; i < 200'000; ++i) {
    state = state * 1'103'515'245U + 12'345U;
    noise += static_cast<char>(state >> 16);
  }
  EXPECT_EQ(deflater.deflate(""), "");
  EXPECT_EQ(inflated(to_string(gzip_parts({noise, std::string("x"), noise}))), noise + "x" + noise);
}

}  // namespace
}  // namespace pge
