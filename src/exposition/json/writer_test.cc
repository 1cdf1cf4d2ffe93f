// SPDX-License-Identifier: Apache-2.0
#include "exposition/json/writer.h"

#include <gtest/gtest.h>

#include <limits>

#include "base/json/json.h"

namespace pge {
namespace {

TEST(JsonWriter, NestsAndSeparates) {
  JsonWriter out;
  out.begin_object().member("a", 1).key("b").begin_array().value("x").value(2U).begin_object();
  out.end_object().begin_array().end_array().end_array().member("c", true).key("d").null();
  out.end_object();
  EXPECT_EQ(out.take(), R"({"a":1,"b":["x",2,{},[]],"c":true,"d":null})");
}

TEST(JsonWriter, WhatIsNotKnownIsLeftOut) {
  JsonWriter out;
  out.begin_object().member("a", std::optional<int>()).member("b", std::optional<double>(0.5));
  out.member("c", std::optional<bool>(false)).end_object();
  EXPECT_EQ(out.take(), R"({"b":0.5,"c":false})");
}

TEST(JsonWriter, NumbersReadBackTheSame) {
  JsonWriter out;
  out.begin_array().value(0.1).value(1e300).value(-0.0).value(3e-7).value(85899345920.0);
  out.value(std::numeric_limits<std::uint64_t>::max()).value(-5);
  out.value(std::numeric_limits<double>::quiet_NaN());
  out.value(std::numeric_limits<double>::infinity()).end_array();
  EXPECT_EQ(out.take(), "[0.1,1e+300,-0,3e-07,85899345920,18446744073709551615,-5,null,null]");
}

TEST(JsonWriter, AnyBytesAreJson) {
  std::string all;
  for (int c = 0; c < 256; ++c) all += static_cast<char>(c);
  JsonWriter out;
  out.begin_object().member(all, all).end_object();
  const std::string text = out.take();
  const auto parsed = parse_json(text, {.bytes = 100'000, .depth = 4, .values = 10});
  ASSERT_TRUE(parsed.has_value()) << text;
  const std::string& back = parsed->members.at(0).value.string;
  EXPECT_EQ(back.substr(0, 128), all.substr(0, 128));
}

}  // namespace
}  // namespace pge
