// SPDX-License-Identifier: Apache-2.0
#include "base/log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include "base/strings.h"

namespace pge {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using namespace std::chrono_literals;
using namespace std::string_literals;

class StepClock final : public Clock {
 public:
  WallTime wall() const override { return wall_; }
  SteadyTime steady() const override { return steady_; }
  void advance(std::chrono::nanoseconds by) {
    steady_ += by;
    wall_ += std::chrono::duration_cast<WallTime::duration>(by);
  }

 private:
  WallTime wall_ = std::chrono::sys_days(std::chrono::year(2024) / 2 / 29) + 3h + 4min + 5s + 67ms;
  SteadyTime steady_{1h};
};

class LogTest : public ::testing::Test {
 protected:
  std::unique_ptr<Logger> make(LogLevel level, LogFormat format) {
    return std::make_unique<Logger>(
        level, format,
        [](void* context, std::string_view line) {
          static_cast<LogTest*>(context)->lines.emplace_back(line);
        },
        this, clock);
  }
  std::string logfmt(std::string_view message, LogFields fields) {
    make(LogLevel::info, LogFormat::logfmt)->info(message, fields);
    return lines.back();
  }
  std::string json(std::string_view message, LogFields fields) {
    make(LogLevel::info, LogFormat::json)->info(message, fields);
    return lines.back();
  }

  std::vector<std::string> lines;
  std::shared_ptr<StepClock> clock = std::make_shared<StepClock>();
};

TEST_F(LogTest, WritesLogfmtInTheStyleOfPrometheus) {
  EXPECT_EQ(logfmt("Listening on", {{"address", ":9401"}}),
            "time=2024-02-29T03:04:05.067Z level=INFO msg=\"Listening on\" address=:9401");
}

TEST_F(LogTest, WritesJsonObjects) {
  EXPECT_EQ(json("Listening on", {{"address", ":9401"}, {"tls", "false"}}),
            R"({"time":"2024-02-29T03:04:05.067Z","level":"INFO","msg":"Listening on",)"
            R"("address":":9401","tls":"false"})");
}

TEST_F(LogTest, LogfmtQuotesOnlyWhatNeedsIt) {
  EXPECT_THAT(logfmt("m", {{"k", "plain/x-1.2:3"}}), HasSubstr(" k=plain/x-1.2:3"));
  EXPECT_THAT(logfmt("m", {{"k", ""}}), HasSubstr(" k=\"\""));
  EXPECT_THAT(logfmt("m", {{"k", "a b"}}), HasSubstr(" k=\"a b\""));
  EXPECT_THAT(logfmt("m", {{"k", "a=b"}}), HasSubstr(" k=\"a=b\""));
  EXPECT_THAT(logfmt("m", {{"k", "say \"hi\" \\"}}), HasSubstr(R"( k="say \"hi\" \\")"));
  EXPECT_THAT(logfmt("m", {{"bad key\n=", "v"}}), HasSubstr(" bad_key__=v"));
}

TEST_F(LogTest, OtherPeoplesBytesCannotSteerATerminalOrForgeALine) {
  const std::string nasty = "a\nlevel=ERROR\r\t\x1B[31m\x7F\0z"s;
  EXPECT_THAT(logfmt(nasty, {}), HasSubstr(R"(msg="a\nlevel=ERROR\r\t\u001b[31m\u007f\u0000z")"));
  EXPECT_THAT(json(nasty, {}), HasSubstr(R"("msg":"a\nlevel=ERROR\r\t\u001b[31m\u007f\u0000z")"));
  // C1 CSI, a direction override and a line separator, as UTF-8.
  const std::string hidden =
      "\xC2\x9B"
      "31m \xE2\x80\xAE \xE2\x80\xA8";
  EXPECT_THAT(logfmt("m", {{"k", hidden}}), HasSubstr(R"(k="\u009b31m \u202e \u2028")"));
}

TEST_F(LogTest, InvalidUtf8IsEscapedAndValidTextKept) {
  const std::string mixed = "gr\xC3\xBC\xC3\x9F \xFF\xE2\x82 \xF0\x9F\x98\x80";
  EXPECT_THAT(logfmt("m", {{"k", mixed}}),
              HasSubstr("k=\"gr\xC3\xBC\xC3\x9F \\xff\\xe2\\x82 \xF0\x9F\x98\x80\""));
  EXPECT_THAT(
      json("m", {{"k", mixed}}),
      HasSubstr("\"gr\xC3\xBC\xC3\x9F \xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD \xF0\x9F\x98\x80\""));
}

TEST_F(LogTest, EveryByteIsWrittenSafely) {
  std::string all;
  for (int i = 0; i < 256; ++i) all += static_cast<char>(i);
  for (const std::string& line : {logfmt(all, {{"k", all}}), json(all, {{"k", all}})}) {
    EXPECT_TRUE(is_valid_utf8(line));
    EXPECT_TRUE(std::ranges::all_of(line, [](unsigned char c) { return c >= 0x20 && c != 0x7F; }));
  }
}

TEST_F(LogTest, LongValuesAreCut) {
  const std::string line = logfmt("m", {{"k", std::string(1'000'000, 'x')}});
  EXPECT_LT(line.size(), 9'000U);
  EXPECT_THAT(line, HasSubstr("xxx... (991808 bytes more)"));
}

TEST_F(LogTest, LevelsBelowTheChosenOneAreSilent) {
  const auto log = make(LogLevel::warn, LogFormat::logfmt);
  log->debug("d");
  log->info("i");
  EXPECT_TRUE(lines.empty());
  log->warn("w");
  log->error("e");
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_THAT(lines[0], HasSubstr("level=WARN msg=\"w\""));
  EXPECT_THAT(lines[1], HasSubstr("level=ERROR msg=\"e\""));
  EXPECT_FALSE(log->enabled(LogLevel::info));
  EXPECT_TRUE(log->enabled(LogLevel::error));
  make(LogLevel::error, LogFormat::logfmt)->warn_limited("c", "silent");
  EXPECT_EQ(lines.size(), 2U);
}

TEST_F(LogTest, ACauseSpeaksOnceAMinuteAndSaysWhatItSwallowed) {
  const auto log = make(LogLevel::info, LogFormat::logfmt);
  for (int i = 0; i < 5; ++i) log->warn_limited("cause", "broken");
  log->warn_limited("other cause", "also broken");
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_THAT(lines[0], Not(HasSubstr("suppressed")));
  clock->advance(59s);
  log->warn_limited("cause", "broken");
  EXPECT_EQ(lines.size(), 2U);
  clock->advance(1s);
  log->warn_limited("cause", "broken", {{"k", "v"}});
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_THAT(lines[2], HasSubstr("msg=\"broken\" k=v suppressed=5"));
  clock->advance(60s);
  log->warn_limited("cause", "broken");
  EXPECT_THAT(lines.back(), Not(HasSubstr("suppressed")));
}

TEST_F(LogTest, AFloodOfCausesIsBounded) {
  const auto log = make(LogLevel::info, LogFormat::logfmt);
  for (int i = 0; i < 50'000; ++i) log->warn_limited("cause " + std::to_string(i), "broken");
  EXPECT_EQ(lines.size(), 1025U);  // the causes told apart, and one word for all others
  clock->advance(61s);
  log->warn_limited("a new cause", "broken");
  EXPECT_EQ(lines.size(), 1026U);
  log->warn_limited("a new cause", "broken");
  EXPECT_EQ(lines.size(), 1026U);
}

TEST_F(LogTest, LinesOfManyThreadsStayWhole) {
  const auto log = make(LogLevel::info, LogFormat::json);
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&log] {
        for (int i = 0; i < 200; ++i) {
          log->info("m", {{"k", "v"}});
          log->warn_limited("shared", "w");
        }
      });
    }
  }
  EXPECT_EQ(lines.size(), 801U);
  for (const std::string& line : lines) {
    EXPECT_EQ(line.front(), '{');
    EXPECT_EQ(line.back(), '}');
  }
}

TEST(LogToStderr, WritesOneLineAndItsEnd) {
  ::testing::internal::CaptureStderr();
  Logger().warn("to stderr");
  const std::string text = ::testing::internal::GetCapturedStderr();
  EXPECT_THAT(text, HasSubstr("Z level=WARN msg=\"to stderr\"\n"));
  EXPECT_EQ(std::ranges::count(text, '\n'), 1);
}

TEST(ParseLogSettings, NamesAreExact) {
  EXPECT_EQ(parse_log_level("debug"), LogLevel::debug);
  EXPECT_EQ(parse_log_level("error"), LogLevel::error);
  EXPECT_EQ(parse_log_format("json"), LogFormat::json);
  EXPECT_EQ(parse_log_format("logfmt"), LogFormat::logfmt);
  for (const auto* bad : {"", "INFO", "trace", "warning", "info "}) {
    ASSERT_FALSE(parse_log_level(bad).has_value()) << bad;
    EXPECT_EQ(parse_log_level(bad).error().kind, ErrorKind::malformed);
    EXPECT_THAT(parse_log_level(bad).error().remedy, HasSubstr("debug, info, warn or error"));
    EXPECT_FALSE(parse_log_format(bad).has_value()) << bad;
  }
}

}  // namespace
}  // namespace pge
