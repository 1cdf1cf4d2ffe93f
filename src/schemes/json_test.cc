// SPDX-License-Identifier: Apache-2.0
#include "schemes/json.h"

#include <gtest/gtest.h>

namespace pge::schemes {
namespace {

TEST(AnnotationJson, ReadsEveryType) {
  const auto json = parse_json(
      R"({"t":"x","n":7,"m":-1,"f":1.5,"b":true,"z":null,"l":[1,"a",{"k":"v"}],"o":{"t":"in"}})");
  ASSERT_TRUE(json);
  EXPECT_EQ(json->text_at("t"), "x");
  EXPECT_EQ(json->whole_at("n"), 7U);
  EXPECT_FALSE(json->whole_at("m"));
  EXPECT_DOUBLE_EQ(json->find("m")->number, -1);
  EXPECT_DOUBLE_EQ(json->find("f")->number, 1.5);
  EXPECT_EQ(json->boolean_at("b"), true);
  EXPECT_TRUE(json->find("z")->is(Json::Type::null));
  ASSERT_EQ(json->find("l")->items.size(), 3U);
  EXPECT_EQ(json->find("l")->items[2].text_at("k"), "v");
  EXPECT_EQ(json->find("o")->text_at("t"), "in");
  EXPECT_EQ(json->find("none"), nullptr);
}

TEST(AnnotationJson, WrongTypesAreAbsent) {
  const auto json = parse_json(R"({"n":"7","t":7,"b":"true"})");
  ASSERT_TRUE(json);
  EXPECT_FALSE(json->whole_at("n"));
  EXPECT_FALSE(json->text_at("t"));
  EXPECT_FALSE(json->boolean_at("b"));
  const auto list = parse_json("[1]");
  ASSERT_TRUE(list);
  EXPECT_EQ(list->find("n"), nullptr);
}

TEST(AnnotationJson, ScalarsAndBlanks) {
  EXPECT_EQ(parse_json(" 12 ")->whole, 12U);
  EXPECT_EQ(parse_json("\"a\"")->string, "a");
  EXPECT_TRUE(parse_json("{}")->is(Json::Type::object));
}

TEST(AnnotationJson, MalformedIsToldFromTooLarge) {
  for (const char* text :
       {"", "{", "[1,]", "{\"a\":}", "nul", "1 2", "\"\xff\"", "1e999", "{1:2}"}) {
    const auto json = parse_json(text);
    ASSERT_FALSE(json) << text;
    EXPECT_EQ(static_cast<int>(json.error().kind), static_cast<int>(ErrorKind::malformed)) << text;
  }
  const std::string deep(kMaxJsonDepth + 1, '[');
  std::string wide = "[0";
  for (std::size_t i = 0; i < kMaxJsonValues; ++i) wide += ",0";
  wide += "]";
  for (const std::string& text :
       {deep, std::string(100'000, '['), wide, std::string(kMaxJsonBytes + 1, ' ')}) {
    const auto json = parse_json(text);
    ASSERT_FALSE(json);
    EXPECT_EQ(static_cast<int>(json.error().kind), static_cast<int>(ErrorKind::too_large));
  }
  EXPECT_TRUE(parse_json(std::string(kMaxJsonDepth, '[') + std::string(kMaxJsonDepth, ']')));
}

TEST(AnnotationJson, ARepeatedKeyKeepsItsFirstValue) {
  EXPECT_EQ(parse_json(R"({"a":1,"a":2})")->whole_at("a"), 1U);
}

}  // namespace
}  // namespace pge::schemes
