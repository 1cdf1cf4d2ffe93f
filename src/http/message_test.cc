// SPDX-License-Identifier: Apache-2.0
#include "http/message.h"

#include <gtest/gtest.h>

namespace pge {
namespace {

TEST(Headers, CompareNamesWithoutCase) {
  Headers headers;
  headers.add("Accept", "a");
  headers.add("ACCEPT", "");
  headers.add("accept", "b");
  headers.add("Accept-Encoding", "gzip");
  EXPECT_EQ(headers.find("aCCept"), "a");
  EXPECT_EQ(headers.count("accept"), 3U);
  EXPECT_EQ(headers.joined("Accept"), "a, b");
  EXPECT_EQ(headers.joined("Absent"), "");
  EXPECT_FALSE(headers.find("Absent"));
  headers.set("accept", "c");
  EXPECT_EQ(headers.count("Accept"), 1U);
  EXPECT_EQ(headers.find("Accept"), "c");
  EXPECT_EQ(headers.size(), 2U);
}

TEST(Query, KeepsOrderAndRepetition) {
  Query query;
  EXPECT_TRUE(query.empty());
  query.add("node", "b");
  query.add("name[]", "x");
  query.add("node", "a");
  EXPECT_EQ(query.all("node"), (std::vector<std::string_view>{"b", "a"}));
  EXPECT_EQ(query.first("node"), "b");
  EXPECT_FALSE(query.first("Node"));
  EXPECT_TRUE(query.all("none").empty());
}

TEST(TextResponse, EndsWithANewline) {
  EXPECT_EQ(to_string(text_response(404, "gone").body), "gone\n");
  EXPECT_EQ(to_string(text_response(404, "gone\n").body), "gone\n");
  EXPECT_EQ(text_response(404, "x").content_type, "text/plain; charset=utf-8");
}

}  // namespace
}  // namespace pge
