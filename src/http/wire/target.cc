// SPDX-License-Identifier: Apache-2.0
#include "http/wire/target.h"

#include <algorithm>

namespace pge {
namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::optional<std::string> decode(std::string_view text, bool plus_is_blank) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '+' && plus_is_blank) {
      out += ' ';
    } else if (text[i] != '%') {
      out += text[i];
    } else {
      if (i + 2 >= text.size()) return std::nullopt;
      const int high = hex_digit(text[i + 1]);
      const int low = hex_digit(text[i + 2]);
      if (high < 0 || low < 0) return std::nullopt;
      out += static_cast<char>(high * 16 + low);
      i += 2;
    }
  }
  return out;
}

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

bool has_dot_segment(std::string_view path) {
  for (std::size_t begin = 1; begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    const std::string_view segment = path.substr(begin, end - begin);
    if (segment == "." || segment == "..") return true;
    begin = end + 1;
  }
  return false;
}

std::optional<std::string> decode_path(std::string_view raw) {
  if (!raw.starts_with('/')) return std::nullopt;
  auto path = decode(raw, false);
  if (!path) return std::nullopt;
  // A slash that was encoded is one more in the decoded text.
  if (std::count(path->begin(), path->end(), '/') != std::count(raw.begin(), raw.end(), '/')) {
    return std::nullopt;
  }
  if (path->find('\\') != std::string::npos) return std::nullopt;
  if (std::any_of(path->begin(), path->end(), is_control)) return std::nullopt;
  if (has_dot_segment(*path)) return std::nullopt;
  return path;
}

std::optional<Query> decode_query(std::string_view raw) {
  Query query;
  while (!raw.empty()) {
    const std::size_t end = std::min(raw.find('&'), raw.size());
    const std::string_view pair = raw.substr(0, end);
    raw.remove_prefix(std::min(end + 1, raw.size()));
    if (pair.empty()) continue;
    const std::size_t equals = std::min(pair.find('='), pair.size());
    auto name = decode(pair.substr(0, equals), true);
    auto value = decode(pair.substr(std::min(equals + 1, pair.size())), true);
    if (!name || !value) return std::nullopt;
    query.add(std::move(*name), std::move(*value));
  }
  return query;
}

// Cuts scheme and authority off; false if there were none.
bool cut_authority(std::string_view& target) {
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (!target.starts_with(scheme)) continue;
    target.remove_prefix(std::min(target.find_first_of("/?", scheme.size()), target.size()));
    return true;
  }
  return false;
}

}  // namespace

std::optional<Target> parse_target(std::string_view target) {
  // RFC 3986 has no other characters; a fragment is not sent.
  const auto allowed = [](char c) { return c > 0x20 && c < 0x7f && c != '#'; };
  if (!std::all_of(target.begin(), target.end(), allowed)) return std::nullopt;
  const bool absolute = cut_authority(target);  // whose empty path means "/"
  const std::size_t question = std::min(target.find('?'), target.size());
  const std::string_view raw_path = target.substr(0, question);
  auto path = decode_path(absolute && raw_path.empty() ? "/" : raw_path);
  auto query = decode_query(target.substr(std::min(question + 1, target.size())));
  if (!path || !query) return std::nullopt;
  return Target{std::move(*path), std::move(*query)};
}

}  // namespace pge
