// SPDX-License-Identifier: Apache-2.0
#include "app/flags/values.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <random>

namespace pge::flags {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using namespace std::chrono_literals;

TEST(ParseDuration, ReadsGoAndPrometheusForms) {
  const std::pair<std::string_view, Duration> cases[] = {
      {"0", 0ns},          {"0s", 0ns},      {"5s", 5s},       {"1m30s", 90s},
      {"250ms", 250ms},    {"2h", 2h},       {"1.5h", 90min},  {"1h1m1s1ms", 1h + 1min + 1s + 1ms},
      {"1d", 24h},         {"2w", 14 * 24h}, {"100us", 100us}, {"7\xC2\xB5s", 7us},
      {"7\xCE\xBCs", 7us}, {"3ns", 3ns},     {"0.5s", 500ms},  {".5s", 500ms},
      {"0010s", 10s},      {"1m1m", 2min},
  };
  for (const auto& [text, expected] : cases) {
    const auto parsed = parse_duration(text);
    ASSERT_TRUE(parsed.has_value()) << text;
    EXPECT_EQ(*parsed, expected) << text;
  }
}

TEST(ParseDuration, RefusesTheRestAndSaysWhatToWrite) {
  for (const std::string_view text : {"",        " ",
                                      "s",       "ms",
                                      "5",       "-5s",
                                      "+5s",     "5 s",
                                      " 5s",     "5s ",
                                      "5x",      "5S",
                                      "1..5s",   "1.5.5s",
                                      ".s",      "1e3s",
                                      "0x5s",    "five",
                                      "5s5",     "5s,",
                                      "nan",     "inf",
                                      "1m-30s",  "5y",
                                      "5\xC2s",  "99999999999999999999s",
                                      "300000w", "1e400s"}) {
    const auto parsed = parse_duration(text);
    ASSERT_FALSE(parsed.has_value()) << text;
    EXPECT_FALSE(parsed.error().text.empty()) << text;
    EXPECT_THAT(parsed.error().remedy, HasSubstr("ms")) << text;
  }
  EXPECT_THAT(parse_duration("5").error().remedy, HasSubstr("5s"));
  EXPECT_THAT(parse_duration(std::string(1'000'000, '9')).error().remedy.size(),
              ::testing::Lt(100U));
}

TEST(FormatDuration, IsReadBackAsTheSame) {
  EXPECT_EQ(format_duration(0ns), "0s");
  EXPECT_EQ(format_duration(90s), "1m30s");
  EXPECT_EQ(format_duration(24h), "24h");
  EXPECT_EQ(format_duration(100ms), "100ms");
  std::minstd_rand random(5);
  for (int i = 0; i < 2'000; ++i) {
    const Duration duration(static_cast<std::int64_t>(random() * (1 + random() % 100'000)));
    ASSERT_EQ(parse_duration(format_duration(duration)), duration) << format_duration(duration);
  }
}

TEST(ParseBool, KnowsTheCommonWords) {
  for (const auto* yes : {"true", "True", "TRUE", "yes", "on", "1"})
    EXPECT_EQ(parse_bool(yes), true);
  for (const auto* no : {"false", "False", "no", "OFF", "0"}) EXPECT_EQ(parse_bool(no), false);
  for (const auto* bad : {"", "2", "y", "enabled", "true ", "nul", "-1"}) {
    EXPECT_FALSE(parse_bool(bad).has_value()) << bad;
  }
}

TEST(ParsePath, MakesPathsAbsolute) {
  EXPECT_EQ(parse_path("/a/b"), "/a/b");
  EXPECT_EQ(parse_path("unix:///run/k.sock"), "/run/k.sock");
  EXPECT_EQ(parse_path("unix:/run/k.sock"), "/run/k.sock");
  EXPECT_EQ(parse_path("a/b"), (std::filesystem::current_path() / "a/b").string());
  for (const std::string& bad :
       {std::string(), std::string("unix://"), std::string("/a\0b", 4), std::string(5000, 'a')}) {
    EXPECT_FALSE(parse_path(bad).has_value()) << bad.substr(0, 20);
  }
}

TEST(ParseNodeName, TakesNamesOfNodes) {
  for (const auto* good : {"ti", "node-1", "ip-10-0-0-1.ec2.internal", "9node", "Upper_Case"}) {
    EXPECT_EQ(parse_node_name(good), good);
  }
  for (const std::string& bad :
       {std::string(), std::string("a b"), std::string("a\nb"), std::string("a/b"),
        std::string("a\"b"), std::string("\xFF"), std::string(254, 'a'), std::string("a\0b", 3)}) {
    EXPECT_FALSE(parse_node_name(bad).has_value()) << bad.substr(0, 20);
  }
}

TEST(ParseResourcePattern, TakesNamesAndPatterns) {
  for (const auto* good : {"nvidia.com/gpu", "nvidia.com/mig-*", "*", "*/gpu?", "amd.com/gpu_x2"}) {
    EXPECT_EQ(parse_resource_pattern(good), good);
  }
  for (const std::string& bad :
       {std::string(), std::string("gpu"), std::string("a b/c"), std::string("a/[b]"),
        std::string("a/b\n"), std::string(400, 'a')}) {
    EXPECT_FALSE(parse_resource_pattern(bad).has_value()) << bad.substr(0, 20);
  }
}

TEST(ParseTelemetryPath, RefusesWhatCollidesOrCannotBeScraped) {
  for (const auto* good : {"/metrics", "/gpu/metrics", "/m", "/metrics2", "/a-b_c.d~e", "/apix"}) {
    EXPECT_EQ(parse_telemetry_path(good), good);
  }
  for (const auto* bad : {"",           "metrics",
                          "/",          "/metrics/nodes",
                          "/metric",    "/api",
                          "/api/v1/x",  "/livez",
                          "/-/healthy", "/readyz",
                          "/healthz",   "/a b",
                          "/a?b",       "/a#b",
                          "/a%20b",     "/a/",
                          "//a",        "/a//b",
                          "/./a",       "/a/..",
                          "/\xC3\xA4",  "http://x/metrics"}) {
    EXPECT_FALSE(parse_telemetry_path(bad).has_value()) << bad;
  }
  EXPECT_FALSE(parse_telemetry_path("/" + std::string(300, 'a')).has_value());
}

TEST(ParseListen, LeavesTheValueOutOfItsError) {
  EXPECT_EQ(parse_listen("127.0.0.1:80"), (ListenAddress{"127.0.0.1", 80}));
  EXPECT_THAT(parse_listen("9401").error().text, Not(HasSubstr("9401")));
}

TEST(Shown, HidesPasswordsAndEscapes) {
  EXPECT_EQ(shown("plain"), "\"plain\"");
  EXPECT_EQ(shown("http://user:secret@host/x"), "\"http://***@host/x\"");
  EXPECT_EQ(shown("a\x1B[31m\n"), "\"a\\u001b[31m\\n\"");
  EXPECT_THAT(shown("http://" + std::string(200, 's') + "@host"), Not(HasSubstr("ss")));
  EXPECT_LT(shown(std::string(10'000, 'x')).size(), 130U);
}

}  // namespace
}  // namespace pge::flags
