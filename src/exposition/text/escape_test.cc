// SPDX-License-Identifier: Apache-2.0
#include "exposition/text/escape.h"

#include <gtest/gtest.h>

#include <random>

#include "base/strings.h"

namespace pge {
namespace {

using namespace std::string_literals;

std::string escaped(const std::string& raw) {
  LabelEscaper escape;
  return std::string(escape(raw).text());
}

// What a parser of the text format makes of what stands between the quotes.
std::string unescaped(std::string_view text) {
  std::string value;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      value += text[i];
    } else {
      ++i;
      value += text[i] == 'n' ? '\n' : text[i];
    }
  }
  return value;
}

TEST(Escape, PlainTextIsNotCopied) {
  LabelEscaper escape;
  const std::string raw = "NVIDIA A100-SXM4-80GB MIG 1g.10gb";
  const EscapedLabel label = escape(raw);
  EXPECT_EQ(label.text().data(), raw.data());
  EXPECT_EQ(label.text().size(), raw.size());
  EXPECT_EQ(label.value().data(), raw.data());
}

TEST(Escape, QuoteBackslashAndLineFeed) {
  EXPECT_EQ(escaped("a\"b"), R"(a\"b)");
  EXPECT_EQ(escaped("a\\b"), R"(a\\b)");
  EXPECT_EQ(escaped("a\nb"), R"(a\nb)");
  EXPECT_EQ(escaped("\\n"), R"(\\n)");
  EXPECT_EQ(escaped("\"\\\n"), R"(\"\\\n)");
}

TEST(Escape, EmptyIsEmpty) {
  EXPECT_EQ(escaped(""), "");
  EXPECT_EQ(EscapedLabel().text(), "");
}

TEST(Escape, FindsASpecialByteAtEveryPlace) {
  for (const char special : {'"', '\\', '\n'}) {
    for (std::size_t length = 1; length < 40; ++length) {
      for (std::size_t at = 0; at < length; ++at) {
        std::string raw(length, 'x');
        raw[at] = special;
        EXPECT_EQ(escaped(raw).size(), length + 1) << length << " " << at;
      }
    }
  }
}

TEST(Escape, OtherControlCharactersStay) {
  EXPECT_EQ(escaped("a\tb"), "a\tb");
  EXPECT_EQ(escaped("a\0b\x01\x1f\x7f"s), "a\0b\x01\x1f\x7f"s);
}

TEST(Escape, CarriageReturnAndInvalidBytesAreReplaced) {
  EXPECT_EQ(escaped("a\rb"), "a\uFFFDb");
  EXPECT_EQ(escaped("a\r\n"), "a\uFFFD\\n");
  EXPECT_EQ(escaped("a\xff\xfe"), "a\uFFFD\uFFFD");
  EXPECT_EQ(escaped("\xc3"), "\uFFFD");
  EXPECT_EQ(escaped("\xed\xa0\x80"), "\uFFFD\uFFFD\uFFFD");
}

TEST(Escape, ValidUtf8Stays) { EXPECT_EQ(escaped("größe-模型-🚀"), "größe-模型-🚀"); }

TEST(Escape, LabelsThatLookAlikeAreEqual) {
  LabelEscaper escape;
  EXPECT_EQ(escape("a\xff"), escape("a\xfe"));
  EXPECT_LT(escape("a\nb"), escape("a b"));  // though the escaped text would sort behind
}

TEST(Escape, LabelsStayValidWhileTheEscaperGrows) {
  LabelEscaper escape;
  const std::string raw = "\"";
  const EscapedLabel first = escape(raw);
  for (int i = 0; i < 1000; ++i) escape("\"more\"");
  EXPECT_EQ(first.text(), "\\\"");
}

TEST(Escape, Numbers) {
  LabelEscaper escape;
  EXPECT_EQ(escape.number(0).text(), "0");
  EXPECT_EQ(escape.number(17).text(), "17");
  EXPECT_EQ(escape.number(-1).text(), "");
}

TEST(Escape, AnyBytesComeBackAsAParserReadsThem) {
  std::mt19937 random(2);
  for (int round = 0; round < 20000; ++round) {
    std::string raw(random() % 24, '\0');
    for (char& c : raw) {
      const auto byte = random();
      // Half of them from what matters.
      c = byte % 2 == 0 ? "\\\"\n\r\xc3\xa9n\xff"[byte / 2 % 8] : static_cast<char>(byte / 2);
    }
    LabelEscaper escape;
    const EscapedLabel label = escape(raw);
    ASSERT_EQ(unescaped(label.text()), page_safe(raw));
    ASSERT_EQ(label.value(), page_safe(raw));
    ASSERT_EQ(label.text().find_first_of("\n\r"), std::string_view::npos);
    ASSERT_TRUE(is_valid_utf8(label.text()));
  }
}

TEST(EscapeHelp, QuotesStay) {
  std::string out;
  append_escaped_help(out, "a \"b\" \\ c\nd\re");
  EXPECT_EQ(out, "a \"b\" \\\\ c\\nd\uFFFDe");
}

}  // namespace
}  // namespace pge
