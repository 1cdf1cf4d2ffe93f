// SPDX-License-Identifier: Apache-2.0
#include "http/wire/target.h"

#include <gtest/gtest.h>

#include <string>
#include <tuple>

namespace pge {
namespace {

std::string written(const Query& query) {
  std::string text;
  for (const auto& [name, value] : query) text += name + "=" + value + ";";
  return text;
}

class GoodTarget
    : public ::testing::TestWithParam<std::tuple<const char*, const char*, const char*>> {};

TEST_P(GoodTarget, IsTakenApart) {
  const auto [text, path, query] = GetParam();
  const auto target = parse_target(text);
  ASSERT_TRUE(target);
  EXPECT_EQ(target->path, path);
  EXPECT_EQ(written(target->query), query);
}

INSTANTIATE_TEST_SUITE_P(
    Forms, GoodTarget,
    ::testing::Values(std::tuple("/", "/", ""), std::tuple("/metrics", "/metrics", ""),
                      std::tuple("/metrics?", "/metrics", ""),
                      std::tuple("/%6detrics", "/metrics", ""), std::tuple("/a%25b", "/a%b", ""),
                      std::tuple("/a+b", "/a+b", ""), std::tuple("/%ff", "/\xff", ""),
                      std::tuple("//metrics", "//metrics", ""), std::tuple("/...", "/...", ""),
                      std::tuple("/.a/..b/c.", "/.a/..b/c.", ""),
                      std::tuple("http://host:9401/metrics?a=1", "/metrics", "a=1;"),
                      std::tuple("https://host", "/", ""),
                      std::tuple("http://host?a=1", "/", "a=1;"),
                      std::tuple("/m?name[]=a&name[]=b&node=", "/m", "name[]=a;name[]=b;node=;"),
                      std::tuple("/m?name%5B%5D=a+b%2Bc", "/m", "name[]=a b+c;"),
                      std::tuple("/m?a&&b=1=2&=x", "/m", "a=;b=1=2;=x;"),
                      std::tuple("/m?next=/../x?y", "/m", "next=/../x?y;"),
                      std::tuple("/m?a=%0a%7F", "/m", "a=\n\x7f;")),
    [](const auto& param) { return std::to_string(param.index); });

class BadTarget : public ::testing::TestWithParam<const char*> {};

TEST_P(BadTarget, IsRefused) { EXPECT_FALSE(parse_target(GetParam())); }

INSTANTIATE_TEST_SUITE_P(Forms, BadTarget,
                         ::testing::Values("", "*", "metrics", "host:443", "?a=1", "/%", "/%4",
                                           "/%zz", "/a?b=%", "/a?%x1=1", "/..", "/.", "/a/..",
                                           "/a/../b", "/./a", "/%2e%2e/a", "/a/%2E", "/a%2fb",
                                           "/a%2Fb", "/a%5cb", "/a\\b", "/a%00", "/a%0d%0ab",
                                           "/a%7f", "/a\tb", "/a\x80", "/a#b", "ftp://host/a",
                                           "HTTP://", "http:/metrics"));

}  // namespace
}  // namespace pge
