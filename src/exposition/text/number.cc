// SPDX-License-Identifier: Apache-2.0
#include "exposition/text/number.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string_view>

namespace pge {

namespace {

// Below this every whole double is exact, and its digits are its shortest form or near it.
constexpr double kWholeLimit = 9007199254740992.0;  // 2^53

bool is_whole(double value) { return std::abs(value) < kWholeLimit && value == std::trunc(value); }

template <class T>
void append_chars(std::string& out, T value) {
  std::array<char, 32> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  out.append(buffer.data(), end);
}

}  // namespace

void append_number(std::string& out, double value) {
  if (std::isnan(value)) {
    out += "NaN";
  } else if (std::isinf(value)) {
    out += value > 0 ? "+Inf" : "-Inf";
  } else if (is_whole(value) && !(value == 0 && std::signbit(value))) {
    append_chars(out, static_cast<std::int64_t>(value));
  } else {
    append_chars(out, value);
  }
}

void append_decimal(std::string& out, double value) {
  append_number(out, value);
  if (is_whole(value)) out += ".0";
}

}  // namespace pge
