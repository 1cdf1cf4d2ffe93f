// SPDX-License-Identifier: Apache-2.0
#include "base/strings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

namespace pge {
namespace {

using ::testing::ElementsAre;
using namespace std::string_literals;

TEST(Trim, TakesBlanksOffBothEnds) {
  EXPECT_EQ(trim("  a b\t\r\n"), "a b");
  EXPECT_EQ(trim("a"), "a");
  EXPECT_EQ(trim(" \t\r\n"), "");
  EXPECT_EQ(trim(""), "");
  EXPECT_EQ(trim("\0 "s), "\0"s);
}

TEST(Split, KeepsEmptyPieces) {
  EXPECT_THAT(split("a,b,,c,", ','), ElementsAre("a", "b", "", "c", ""));
  EXPECT_THAT(split("", ','), ElementsAre(""));
  EXPECT_THAT(split("abc", ','), ElementsAre("abc"));
}

TEST(ToLower, TouchesAsciiLettersOnly) {
  EXPECT_EQ(to_lower("AZ-az[@`{\xC3\x84"), "az-az[@`{\xC3\x84");
}

TEST(ParseUnsigned, TakesWholeDecimalNumbersOnly) {
  EXPECT_EQ(parse_unsigned("0"), 0U);
  EXPECT_EQ(parse_unsigned("18446744073709551615"), std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(parse_unsigned("007"), 7U);
  for (const auto* bad : {"", " 1", "1 ", "+1", "-1", "1x", "0x1", "18446744073709551616", "1.0"}) {
    EXPECT_EQ(parse_unsigned(bad), std::nullopt) << bad;
  }
  EXPECT_EQ(parse_unsigned<std::uint8_t>("256"), std::nullopt);
}

TEST(GlobMatch, MatchesTheWholeText) {
  const std::pair<std::string_view, std::string_view> yes[] = {
      {"", ""},
      {"*", ""},
      {"*", "abc"},
      {"**", "abc"},
      {"a?c", "abc"},
      {"a*c", "ac"},
      {"a*c", "abbc"},
      {"*c", "abcc"},
      {"a*b*c", "aXbYbZc"},
      {"*.com/*", "nvidia.com/gpu"},
      {"nvidia.com/mig-*", "nvidia.com/mig-1g.10gb"},
      {"*ab", "aab"},
      {"*a*b*", "xaxbx"},
      {"???", "abc"},
      {"a*", "a"},
  };
  for (const auto& [pattern, text] : yes)
    EXPECT_TRUE(glob_match(pattern, text)) << pattern << ' ' << text;
  const std::pair<std::string_view, std::string_view> no[] = {
      {"", "a"},      {"a", ""},
      {"?", ""},      {"a?c", "ac"},
      {"a*c", "acb"}, {"abc", "ab"},
      {"ab", "abc"},  {"*a*b", "ba"},
      {"?*", ""},     {"nvidia.com/gpu", "nvidia.com/gpu2"},
  };
  for (const auto& [pattern, text] : no)
    EXPECT_FALSE(glob_match(pattern, text)) << pattern << ' ' << text;
}

// The textbook definition, exponential, as a check of the fast one.
bool glob_slow(std::string_view p, std::string_view t) {
  if (p.empty()) return t.empty();
  if (p[0] == '*') return glob_slow(p.substr(1), t) || (!t.empty() && glob_slow(p, t.substr(1)));
  return !t.empty() && (p[0] == '?' || p[0] == t[0]) && glob_slow(p.substr(1), t.substr(1));
}

TEST(GlobMatch, AgreesWithItsDefinition) {
  std::minstd_rand random(1);
  int matches = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string pattern(random() % 7, ' ');
    std::string text(random() % 9, ' ');
    for (char& c : pattern) c = "ab*?"[random() % 4];
    for (char& c : text) c = "ab"[random() % 2];
    ASSERT_EQ(glob_match(pattern, text), glob_slow(pattern, text)) << pattern << ' ' << text;
    matches += glob_match(pattern, text) ? 1 : 0;
  }
  EXPECT_GT(matches, 1000);
}

TEST(GlobMatch, ManyStarsDoNotExplode) {
  std::string pattern;
  for (int i = 0; i < 200; ++i) pattern += "*a";
  EXPECT_FALSE(glob_match(pattern + "b", std::string(5'000, 'a')));
}

TEST(Utf8, WellFormedTextStaysAsItIs) {
  for (const std::string& text :
       {""s, "ascii\n\0x"s, "\xC2\x80"s, "\xDF\xBF"s, "\xE0\xA0\x80"s, "\xED\x9F\xBF"s,
        "\xEE\x80\x80"s, "\xEF\xBF\xBF"s, "\xF0\x90\x80\x80"s, "\xF4\x8F\xBF\xBF"s}) {
    EXPECT_TRUE(is_valid_utf8(text)) << text;
    EXPECT_EQ(to_valid_utf8(text), text);
  }
}

TEST(Utf8, EveryStrayByteBecomesAReplacement) {
  const std::string r = "\xEF\xBF\xBD";
  const std::pair<std::string, std::string> cases[] = {
      {"\x80", r},                          // continuation without a lead
      {"\xC0\x80", r + r},                  // overlong NUL
      {"\xC1\xBF", r + r},                  // overlong
      {"\xE0\x9F\xBF", r + r + r},          // overlong
      {"\xED\xA0\x80", r + r + r},          // surrogate
      {"\xF0\x8F\xBF\xBF", r + r + r + r},  // overlong
      {"\xF4\x90\x80\x80", r + r + r + r},  // above U+10FFFF
      {"\xF5\x80\x80\x80", r + r + r + r},
      {"\xFF", r},
      {"a\xE2\x82", "a" + r + r},  // cut off
      {"\xC3(", r + "("},
      {"\xE2\x82(", r + r + "("},
      {"ok\xC3\xA4\xFFok", "ok\xC3\xA4" + r + "ok"},
  };
  for (const auto& [text, expected] : cases) {
    EXPECT_FALSE(is_valid_utf8(text));
    EXPECT_EQ(to_valid_utf8(text), expected);
  }
}

TEST(Utf8, AnyBytesComeOutValid) {
  std::minstd_rand random(2);
  for (int i = 0; i < 20'000; ++i) {
    std::string text(random() % 12, ' ');
    for (char& c : text) c = "\xE0\xA0\x80\xF0\x9F\xED\xC2\xF4 a\xBF"[random() % 11];
    ASSERT_TRUE(is_valid_utf8(to_valid_utf8(text)));
    ASSERT_EQ(to_valid_utf8(text) == text, is_valid_utf8(text));
  }
}

TEST(Printable, EscapesWhatATerminalWouldObey) {
  EXPECT_EQ(printable("plain \"text\" C:\\x"), "plain \"text\" C:\\x");
  EXPECT_EQ(printable("a\nb\r\t"), R"(a\nb\r\t)");
  EXPECT_EQ(printable("\x1B[31m\x7F\0"s), R"(\u001b[31m\u007f\u0000)");
  EXPECT_EQ(printable("\xC2\x9B\xC2\xA0"), "\\u009b\xC2\xA0");
  EXPECT_EQ(printable("\xE2\x80\xAE\xE2\x80\xA8\xEF\xBB\xBF"), R"(\u202e\u2028\ufeff)");
  EXPECT_EQ(printable("\xFF\xE2\x82"), R"(\xff\xe2\x82)");
  EXPECT_EQ(printable("\xC3\xA4\xF0\x9F\x98\x80"), "\xC3\xA4\xF0\x9F\x98\x80");
}

TEST(EditDistance, CountsInsertionsDeletionsChangesAndSwaps) {
  EXPECT_EQ(edit_distance("", ""), 0U);
  EXPECT_EQ(edit_distance("", "abc"), 3U);
  EXPECT_EQ(edit_distance("abc", ""), 3U);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
  EXPECT_EQ(edit_distance("log.levle", "log.level"), 1U);
  EXPECT_EQ(edit_distance("ab", "ba"), 1U);
  EXPECT_EQ(edit_distance("a", "b"), 1U);
  EXPECT_EQ(edit_distance("web.telemetry-path", "web.telemetrypath"), 1U);
}

TEST(EditDistance, IsSymmetricAndZeroOnlyForEqualTexts) {
  std::minstd_rand random(3);
  for (int i = 0; i < 2'000; ++i) {
    std::string a(random() % 6, ' ');
    std::string b(random() % 6, ' ');
    for (char& c : a) c = "abc"[random() % 3];
    for (char& c : b) c = "abc"[random() % 3];
    ASSERT_EQ(edit_distance(a, b), edit_distance(b, a)) << a << ' ' << b;
    ASSERT_EQ(edit_distance(a, b) == 0, a == b);
    ASSERT_LE(edit_distance(a, b), std::max(a.size(), b.size()));
  }
}

}  // namespace
}  // namespace pge
