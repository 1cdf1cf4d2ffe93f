// SPDX-License-Identifier: Apache-2.0
#include "http/web_config/durations.h"

#include <charconv>
#include <cmath>
#include <utility>

namespace pge {

std::optional<Duration> parse_go_duration(std::string_view text) {
  constexpr std::pair<std::string_view, double> kUnits[] = {
      {"ms", 1e6}, {"s", 1e9}, {"m", 60e9}, {"h", 3600e9}};
  constexpr double kMost = 366 * 24 * 3600e9;
  if (text == "0") return Duration::zero();
  if (text.empty()) return std::nullopt;
  double sum = 0;
  while (!text.empty()) {
    const std::size_t digits = text.find_first_not_of("0123456789.");
    if (digits == 0 || digits == std::string_view::npos) return std::nullopt;
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + digits, number);
    if (error != std::errc{} || end != text.data() + digits) return std::nullopt;
    text.remove_prefix(digits);
    bool known = false;
    for (const auto& [unit, nanos] : kUnits) {
      if (!text.starts_with(unit)) continue;
      text.remove_prefix(unit.size());
      sum += number * nanos;
      known = true;
      break;
    }
    if (!known || sum > kMost) return std::nullopt;
  }
  return Duration(std::llround(sum));
}

}  // namespace pge
