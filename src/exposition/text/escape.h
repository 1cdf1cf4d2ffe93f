// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <deque>
#include <string>
#include <string_view>

namespace pge {

// A label value that is fit for a page. Only LabelEscaper makes one, so nothing is written without
// having been escaped, and nothing is escaped twice. A pair of views: cheap to copy, valid while
// the escaper and the raw text live. Default: the empty value.
class EscapedLabel {
 public:
  constexpr EscapedLabel() = default;

  // What stands between the quotes.
  std::string_view text() const { return text_; }
  // What a parser reads back. Order and equality go by this: two raw values that differ only in
  // bytes that cannot be shown are one value on the page.
  std::string_view value() const { return value_; }

  friend bool operator==(const EscapedLabel& a, const EscapedLabel& b) {
    return a.value_ == b.value_;
  }
  friend std::strong_ordering operator<=>(const EscapedLabel& a, const EscapedLabel& b) {
    return a.value_ <=> b.value_;
  }

 private:
  friend class LabelEscaper;
  EscapedLabel(std::string_view text, std::string_view value) : text_(text), value_(value) {}

  std::string_view text_;
  std::string_view value_;
};

// Escapes label values as text 0.0.4 and OpenMetrics 1.0 want them: backslash, quote and line feed
// by a backslash; other control characters stay. A carriage return, which line readers of many
// kinds take for an end of line, and every byte that is not well-formed UTF-8 become U+FFFD. Values
// that need nothing of this, nearly all, are neither copied nor looked at twice.
class LabelEscaper {
 public:
  LabelEscaper() = default;
  LabelEscaper(const LabelEscaper&) = delete;
  LabelEscaper& operator=(const LabelEscaper&) = delete;

  EscapedLabel operator()(std::string_view raw);  // `raw` must outlive the label
  EscapedLabel number(int value);                 // negative (unknown): the empty value

 private:
  std::deque<std::string> kept_;  // a deque: growing moves nothing
};

// HELP text: backslash and line feed escaped, the rest as above.
void append_escaped_help(std::string& out, std::string_view help);

// Well-formed UTF-8 without carriage returns; U+FFFD stands for what is neither.
std::string page_safe(std::string_view raw);

}  // namespace pge
