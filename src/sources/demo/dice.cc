// SPDX-License-Identifier: Apache-2.0
#include "sources/demo/dice.h"

#include <string_view>

namespace pge::demo {
namespace {

// The finaliser of splitmix64.
std::uint64_t mixed(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15U;
  x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27U)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31U);
}

}  // namespace

std::uint64_t Dice::bits(std::initializer_list<std::uint64_t> question) const {
  std::uint64_t state = mixed(seed_);
  for (const std::uint64_t word : question) state = mixed(state ^ mixed(word));
  return state;
}

std::uint64_t Dice::below(std::uint64_t end, std::initializer_list<std::uint64_t> question) const {
  return bits(question) % end;
}

double Dice::part(std::initializer_list<std::uint64_t> question) const {
  return static_cast<double>(bits(question) >> 11U) * 0x1p-53;
}

std::string Dice::uuid(std::initializer_list<std::uint64_t> question) const {
  constexpr std::string_view digits = "0123456789abcdef";
  std::uint64_t word = bits(question);
  std::string text;
  text.reserve(36);
  for (int i = 0; i < 32; ++i) {
    if (i == 8 || i == 12 || i == 16 || i == 20) text += '-';
    if (i == 16) word = mixed(word);
    text += digits[(word >> (4U * (static_cast<unsigned>(i) % 16U))) & 0xFU];
  }
  text[14] = '4';  // a random one, as RFC 9562 marks it
  text[19] = digits[8U + (word >> 62U)];
  return text;
}

std::string pod_suffix(std::uint64_t number) {
  constexpr std::string_view letters = "bcdfghjklmnpqrstvwxz2456789";
  constexpr std::uint64_t count = 27ULL * 27 * 27 * 27 * 27;
  // A factor without the prime 3 of 27 meets every remainder once, and neighbours look unlike.
  std::uint64_t rest = (number % count) * 5'000'011 % count;
  std::string text(5, ' ');
  for (char& c : text) {
    c = letters[rest % letters.size()];
    rest /= letters.size();
  }
  return text;
}

}  // namespace pge::demo
