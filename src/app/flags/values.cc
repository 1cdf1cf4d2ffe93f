// SPDX-License-Identifier: Apache-2.0
#include "app/flags/values.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <optional>
#include <ranges>

#include "base/strings.h"

namespace pge::flags {
namespace {

struct Unit {
  std::string_view name;
  std::int64_t nanos;
};
// Longer names before their prefixes.
constexpr std::array kUnits = {
    Unit{"ns", 1},
    Unit{"us", 1'000},
    Unit{"\xC2\xB5s", 1'000},  // micro sign
    Unit{"\xCE\xBCs", 1'000},  // Greek mu
    Unit{"ms", 1'000'000},
    Unit{"s", 1'000'000'000},
    Unit{"m", 60'000'000'000},
    Unit{"h", 3'600'000'000'000},
    Unit{"d", 24 * 3'600'000'000'000},
    Unit{"w", 7 * 24 * 3'600'000'000'000},
};

std::unexpected<Error> bad(std::string text, std::string remedy) {
  return fail(ErrorKind::malformed, std::move(text), {}, std::move(remedy));
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_alnum(char c) { return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

// One number with its unit off the front of `rest`, in nanoseconds; nothing if there is none or it
// does not fit.
std::optional<double> take_term(std::string_view& rest) {
  const std::size_t digits = rest.find_first_not_of("0123456789.");
  if (digits == 0 || digits == std::string_view::npos) return std::nullopt;
  double number = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + digits, number);
  if (error != std::errc{} || end != rest.data() + digits) return std::nullopt;
  rest.remove_prefix(digits);
  const auto unit =
      std::ranges::find_if(kUnits, [rest](const Unit& u) { return rest.starts_with(u.name); });
  if (unit == kUnits.end()) return std::nullopt;
  rest.remove_prefix(unit->name.size());
  return number * static_cast<double>(unit->nanos);
}

}  // namespace

Result<Duration> parse_duration(std::string_view text) {
  constexpr auto kRemedy = "write a duration as 5s, 1m30s, 250ms or 2h";
  if (text.empty()) return bad("empty", kRemedy);
  if (text == "0") return Duration::zero();
  if (text.starts_with('-')) return bad("negative", kRemedy);
  if (std::ranges::all_of(text, is_digit)) {
    return bad("no unit",
               "write it as " + std::string(text.substr(0, 20)) + "s, or with ms, m or h");
  }
  double sum = 0;
  std::string_view rest = text;
  while (!rest.empty()) {
    const auto term = take_term(rest);
    if (!term) return bad("not a duration", kRemedy);
    sum += *term;
  }
  if (sum >= 9.2e18) return bad("longer than 290 years", kRemedy);
  return Duration(static_cast<std::int64_t>(std::llround(sum)));
}

std::string format_duration(Duration duration) {
  if (duration == Duration::zero()) return "0s";
  std::string text;
  std::int64_t left = duration.count();
  for (const std::string_view name : {"h", "m", "s", "ms", "us", "ns"}) {
    const auto unit = std::ranges::find(kUnits, name, &Unit::name);
    if (left >= unit->nanos) text += std::to_string(left / unit->nanos) + std::string(name);
    left %= unit->nanos;
  }
  return text;
}

Result<bool> parse_bool(std::string_view text) {
  const std::string lower = to_lower(text);
  for (const auto* word : {"true", "yes", "on", "1"}) {
    if (lower == word) return true;
  }
  for (const auto* word : {"false", "no", "off", "0"}) {
    if (lower == word) return false;
  }
  return bad("neither true nor false", "write true or false");
}

Result<std::string> parse_path(std::string_view text) {
  if (text.starts_with("unix:")) text.remove_prefix(text.starts_with("unix://") ? 7 : 5);
  if (text.empty()) return bad("empty", "give a path");
  if (text.find('\0') != std::string_view::npos || text.size() > 4095) {
    return bad("not a path", "give a path of at most 4095 bytes");
  }
  if (text.starts_with('/')) return std::string(text);
  std::error_code error;
  const auto absolute = std::filesystem::absolute(std::filesystem::path(text), error);
  if (error) return bad("relative to a directory that is gone", "give an absolute path");
  return absolute.string();
}

Result<std::string> parse_node_name(std::string_view text) {
  constexpr auto kRemedy = "give the name of the Kubernetes node, as in `kubectl get nodes`";
  if (text.empty()) return bad("empty", kRemedy);
  if (text.size() > 253) return bad("longer than 253 bytes", kRemedy);
  const bool odd = std::ranges::any_of(
      text, [](char c) { return is_control(c) || c == ' ' || c == '/' || c == '"'; });
  if (odd || !is_valid_utf8(text)) return bad("not a node name", kRemedy);
  return std::string(text);
}

Result<std::string> parse_resource_pattern(std::string_view text) {
  constexpr auto kRemedy =
      "write extended resources as nvidia.com/gpu or with * and ? as nvidia.com/mig-*";
  if (text.empty()) return bad("empty", kRemedy);
  if (text.size() > 317) return bad("longer than any resource name", kRemedy);
  if (!std::ranges::all_of(text, [](char c) {
        return is_alnum(c) || std::string_view("./-_*?").find(c) != std::string_view::npos;
      })) {
    return bad("a character that no resource name has", kRemedy);
  }
  if (text.find_first_of("/*") == std::string_view::npos) {
    return bad("no domain, so no extended resource can match", kRemedy);
  }
  return std::string(text);
}

Result<double> parse_churn(std::string_view text) {
  constexpr auto kRemedy = "choose from 0 to 1000, as in 2 or 0.5";
  double value = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size())
    return bad("not a number", kRemedy);
  // Not a number is in no range.
  if (!(value >= 0 && value <= 1'000) || std::signbit(value)) return bad("out of range", kRemedy);
  return value;
}

Result<std::string> parse_telemetry_path(std::string_view text) {
  constexpr std::array<std::string_view, 8> kTaken = {
      "/", "/metric", "/metrics/nodes", "/livez", "/healthz", "/readyz", "/api", "/favicon.ico"};
  constexpr auto kRemedy = "write a path as /metrics or /gpu/metrics";
  if (text.empty()) return bad("empty", kRemedy);
  if (!text.starts_with('/')) return bad("does not start with /", kRemedy);
  if (text.size() > 256) return bad("longer than 256 bytes", kRemedy);
  if (std::ranges::find(kTaken, text) != kTaken.end() || text.starts_with("/-/") ||
      text.starts_with("/api/")) {
    return bad("the path of another endpoint", kRemedy);
  }
  if (!std::ranges::all_of(text, [](char c) {
        return is_alnum(c) || std::string_view("/-._~").find(c) != std::string_view::npos;
      })) {
    return bad("a character that would have to be escaped in a URL", kRemedy);
  }
  // Clients and proxies fold such paths, so that a scrape would look elsewhere.
  for (const std::string_view piece : split(text.substr(1), '/')) {
    if (piece.empty() || piece == "." || piece == "..") {
      return bad("an empty, . or .. segment", kRemedy);
    }
  }
  return std::string(text);
}

Result<ListenAddress> parse_listen(std::string_view text) {
  auto address = parse_listen_address(text);
  if (address) return address;
  Error error = std::move(address.error());
  // The caller shows the value itself.
  const std::string prefix = '"' + std::string(text) + "\": ";
  if (error.text.starts_with(prefix)) error.text.erase(0, prefix.size());
  return std::unexpected(std::move(error));
}

std::string shown(std::string_view value) {
  constexpr std::size_t kMost = 120;
  std::string text(value);
  const std::size_t scheme = text.find("://");
  const std::size_t at = text.rfind('@');
  if (scheme != std::string::npos && at != std::string::npos && at > scheme) {
    text.replace(scheme + 3, at - scheme - 3, "***");
  }
  const bool cut = text.size() > kMost;
  if (cut) text.resize(kMost);
  return '"' + printable(text) + (cut ? "...\"" : "\"");
}

}  // namespace pge::flags
