// SPDX-License-Identifier: Apache-2.0
#include "base/json/json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

namespace pge {
namespace {

using testing::ElementsAre;

constexpr JsonLimits kLimits{.bytes = 64, .depth = 3, .values = 8};

struct Read {
  Result<JsonParents> parents;
  std::vector<std::string> items;  // "<place> <name>: <string of the value, or what became of it>"
};

Read read(std::string_view text, const std::vector<JsonPlace>& places,
          std::size_t stop_after = 100) {
  Read out;
  out.parents = read_json_items(text, places, kLimits, [&](const JsonItem& item) {
    std::string line = std::to_string(item.place) + " " + std::string(item.name) + ": ";
    if (!item.value) {
      line += "too large";
    } else if (item.value->is(Json::Type::text)) {
      line += item.value->string;
    } else {
      line += item.value->text_at("v").value_or("other");
    }
    out.items.push_back(line);
    return out.items.size() < stop_after;
  });
  return out;
}

TEST(JsonItems, HandsOutElementsAndMembersAtTheirPlaces) {
  const Read out =
      read(R"({"x":[{"v":"no"}],"a":{"l":[{"v":"1"},"two",[["deep"]]],"m":{"k":{"v":"3"}}},
                          "l":[{"v":"4"}]})",
           {{"a", "l", "*"}, {"a", "m", "*"}, {"l", "*"}});
  ASSERT_TRUE(out.parents);
  EXPECT_THAT(out.items, ElementsAre("0 : 1", "0 : two", "0 : other", "1 k: 3", "2 : 4"));
  EXPECT_THAT(*out.parents, ElementsAre(Json::Type::list, Json::Type::object, Json::Type::list));
}

TEST(JsonItems, TellsWhatStoodWhereItemsWereExpected) {
  const std::vector<JsonPlace> places{{"a", "l", "*"}};
  EXPECT_EQ(read(R"({"a":{"l":null}})", places).parents->front(), Json::Type::null);
  EXPECT_EQ(read(R"({"a":{"l":7}})", places).parents->front(), Json::Type::number);
  EXPECT_EQ(read(R"({"a":{"b":7}})", places).parents->front(), std::nullopt);
  EXPECT_EQ(read(R"({"a":[{"l":[1]}]})", places).parents->front(), std::nullopt);
  EXPECT_EQ(read(R"([1])", places).parents->front(), std::nullopt);
  EXPECT_EQ(read(R"({"a":{"l":[],"l":{}}})", places).parents->front(), Json::Type::object);
}

TEST(JsonItems, AValueAtAFixedPlaceIsAnItem) {
  const Read out = read(R"({"Data":"text","Checksum":1})", {{"Data"}});
  EXPECT_THAT(out.items, ElementsAre("0 Data: text"));
}

TEST(JsonItems, GoesOnBehindAnItemBeyondTheLimits) {
  const std::string wide = "[1,2,3,4,5,6,7,8,9]";
  const std::string text = R"({"l":[[[[[{}]]]],)" + wide + ",\"" + std::string(65, 'x') +
                           R"(",{")" + std::string(65, 'k') + R"(":1},{"v":"fine"}]})";
  const Read out = read(text, {{"l", "*"}});
  ASSERT_TRUE(out.parents);
  EXPECT_THAT(out.items, ElementsAre("0 : too large", "0 : too large", "0 : too large",
                                     "0 : too large", "0 : fine"));
}

TEST(JsonItems, StopsWhenTold) {
  const Read out = read(R"({"l":["1","2","3"]})", {{"l", "*"}}, 2);
  ASSERT_FALSE(out.parents);
  EXPECT_EQ(out.parents.error().kind, ErrorKind::too_large);
  EXPECT_THAT(out.items, ElementsAre("0 : 1", "0 : 2"));
}

TEST(JsonItems, TornTextIsMalformedWhateverCameBefore) {
  const std::string whole = R"({"l":["1",{"v":"2"}],"x":[[[[[[1]]]]]]})";
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const Read out = read(whole.substr(0, length), {{"l", "*"}});
    ASSERT_FALSE(out.parents) << length;
    EXPECT_EQ(out.parents.error().kind, ErrorKind::malformed) << length;
  }
  EXPECT_TRUE(read(whole, {{"l", "*"}}).parents);
}

TEST(JsonItems, DepthOutsideOfItemsCostsNothing) {
  const std::size_t depth = 2'000'000;
  const std::string deep = std::string(depth, '[') + std::string(depth, ']');
  EXPECT_TRUE(read(R"({"x":)" + deep + R"(,"l":[)" + deep + "]}", {{"l", "*"}}).parents);
}

}  // namespace
}  // namespace pge
