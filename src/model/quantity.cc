// SPDX-License-Identifier: Apache-2.0
#include "model/quantity.h"

#include <cstddef>
#include <limits>

namespace pge {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr int kMaxDigits = 20;  // significant ones that are kept: 10^20 × 2^60 fits in 128 bits
constexpr Wide kMaxUnits = std::numeric_limits<std::uint64_t>::max();

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// mantissa × 10^decimal × 2^binary, and a rest that was cut off
struct Parsed {
  Wide mantissa = 0;
  int decimal = 0;
  int binary = 0;
  bool rest = false;
};

struct Suffix {
  std::string_view text;
  int decimal;
  int binary;
};

constexpr Suffix kSuffixes[] = {
    {"", 0, 0},    {"n", -9, 0},  {"u", -6, 0},  {"m", -3, 0},  {"k", 3, 0},   {"M", 6, 0},
    {"G", 9, 0},   {"T", 12, 0},  {"P", 15, 0},  {"E", 18, 0},  {"Ki", 0, 10}, {"Mi", 0, 20},
    {"Gi", 0, 30}, {"Ti", 0, 40}, {"Pi", 0, 50}, {"Ei", 0, 60},
};

// Digits with at most one point; returns how many characters they take, 0 if there is no digit.
std::size_t read_number(std::string_view text, Parsed& out) {
  int digits = 0;
  bool point = false;
  bool any = false;
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '.') {
      if (point) return 0;
      point = true;
      continue;
    }
    if (!is_digit(c)) break;
    any = true;
    const bool leading_zero = c == '0' && out.mantissa == 0;
    if (digits < kMaxDigits || leading_zero) {
      out.mantissa = out.mantissa * 10 + static_cast<unsigned>(c - '0');
      if (!leading_zero) ++digits;
      if (point) --out.decimal;
    } else {
      if (c != '0') out.rest = true;
      if (!point) ++out.decimal;
    }
  }
  return any ? at : 0;
}

// "e3", "E-2". A lone "E" is the suffix for 10^18.
bool read_exponent(std::string_view text, Parsed& out) {
  if (text.size() < 2 || (text[0] != 'e' && text[0] != 'E')) return false;
  text.remove_prefix(1);
  const bool negative = text[0] == '-';
  if (text[0] == '-' || text[0] == '+') text.remove_prefix(1);
  if (text.empty() || text.size() > 3) return false;
  int exponent = 0;
  for (const char c : text) {
    if (!is_digit(c)) return false;
    exponent = exponent * 10 + (c - '0');
  }
  out.decimal += negative ? -exponent : exponent;
  return true;
}

std::optional<Parsed> parse(std::string_view text) {
  if (text.size() > 64) return std::nullopt;
  if (text.starts_with('+')) text.remove_prefix(1);
  Parsed out;
  const std::size_t used = read_number(text, out);
  if (used == 0) return std::nullopt;
  const std::string_view tail = text.substr(used);
  for (const Suffix& suffix : kSuffixes) {
    if (suffix.text != tail) continue;
    out.decimal += suffix.decimal;
    out.binary = suffix.binary;
    return out;
  }
  if (!read_exponent(tail, out)) return std::nullopt;
  return out;
}

}  // namespace

std::optional<std::uint64_t> quantity_units(std::string_view text) {
  const auto parsed = parse(text);
  if (!parsed) return std::nullopt;
  Wide value = parsed->mantissa << parsed->binary;
  bool rest = parsed->rest;
  for (int i = 0; i < parsed->decimal && value != 0; ++i) {
    if (value > kMaxUnits) return std::nullopt;
    value *= 10;
  }
  for (int i = 0; i > parsed->decimal && value != 0; --i) {
    rest = rest || value % 10 != 0;
    value /= 10;
  }
  if (rest) ++value;
  if (value > kMaxUnits) return std::nullopt;
  return static_cast<std::uint64_t>(value);
}

std::optional<double> quantity_value(std::string_view text) {
  const auto parsed = parse(text);
  if (!parsed) return std::nullopt;
  double value = static_cast<double>(parsed->mantissa);
  for (int i = 0; i < parsed->binary; ++i) value *= 2;
  double power = 1;
  const int steps = parsed->decimal < 0 ? -parsed->decimal : parsed->decimal;
  if (steps > 300) return std::nullopt;
  for (int i = 0; i < steps; ++i) power *= 10;
  return parsed->decimal < 0 ? value / power : value * power;
}

std::optional<std::uint64_t> scaled(std::uint64_t count, std::uint64_t unit) {
  if (unit != 0 && count > std::numeric_limits<std::uint64_t>::max() / unit) return std::nullopt;
  return count * unit;
}

}  // namespace pge
