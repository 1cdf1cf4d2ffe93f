// SPDX-License-Identifier: Apache-2.0
#include "exposition/text/escape.h"

#include <cstdint>
#include <cstring>

#include "base/strings.h"

namespace pge {

namespace {

constexpr std::uint64_t kOnes = 0x0101010101010101;
constexpr std::uint64_t kHighs = 0x8080808080808080;

constexpr std::uint64_t has_zero(std::uint64_t word) { return (word - kOnes) & ~word & kHighs; }

// Non-zero if one of eight bytes is a control character, a quote, a backslash or not ASCII.
constexpr std::uint64_t suspects(std::uint64_t word) {
  const std::uint64_t control = (word - kOnes * 0x20) & ~word & kHighs;
  return control | (word & kHighs) | has_zero(word ^ kOnes * '"') | has_zero(word ^ kOnes * '\\');
}

bool is_plain(std::string_view raw) {
  const char* at = raw.data();
  std::size_t left = raw.size();
  std::uint64_t found = 0;
  for (; left >= sizeof(found); at += sizeof(found), left -= sizeof(found)) {
    std::uint64_t word;
    std::memcpy(&word, at, sizeof(word));
    found |= suspects(word);
  }
  std::uint64_t word = kOnes * 'a';
  if (left > 0) std::memcpy(&word, at, left);
  return (found | suspects(word)) == 0;
}

void append_escaped(std::string& out, std::string_view text, std::string_view specials) {
  while (true) {
    const std::size_t end = text.find_first_of(specials);
    out += text.substr(0, end);
    if (end == std::string_view::npos) return;
    out += '\\';
    out += text[end] == '\n' ? 'n' : text[end];
    text.remove_prefix(end + 1);
  }
}

}  // namespace

std::string page_safe(std::string_view raw) {
  std::string safe = to_valid_utf8(raw);
  for (std::size_t at = 0; (at = safe.find('\r', at)) != std::string::npos;) {
    safe.replace(at, 1, "\xEF\xBF\xBD");
  }
  return safe;
}

EscapedLabel LabelEscaper::operator()(std::string_view raw) {
  if (is_plain(raw)) return {raw, raw};
  const std::string& value = kept_.emplace_back(page_safe(raw));
  std::string escaped;
  append_escaped(escaped, value, "\\\"\n");
  if (escaped.size() == value.size()) return {value, value};
  return {kept_.emplace_back(std::move(escaped)), value};
}

EscapedLabel LabelEscaper::number(int value) {
  if (value < 0) return {};
  const std::string& text = kept_.emplace_back(std::to_string(value));
  return {text, text};
}

void append_escaped_help(std::string& out, std::string_view help) {
  append_escaped(out, page_safe(help), "\\\n");
}

}  // namespace pge
