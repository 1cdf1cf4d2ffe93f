// SPDX-License-Identifier: Apache-2.0
#include "exposition/text/number.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>

namespace pge {
namespace {

std::string number(double value) {
  std::string out;
  append_number(out, value);
  return out;
}

std::string decimal(double value) {
  std::string out;
  append_decimal(out, value);
  return out;
}

TEST(Number, WholeNumbersArePlain) {
  EXPECT_EQ(number(0), "0");
  EXPECT_EQ(number(1), "1");
  EXPECT_EQ(number(-3), "-3");
  EXPECT_EQ(number(1e6), "1000000");
  EXPECT_EQ(number(80.0 * 1024 * 1024 * 1024), "85899345920");
  EXPECT_EQ(number(1700000000), "1700000000");
  EXPECT_EQ(number(9007199254740991.0), "9007199254740991");
}

TEST(Number, FractionsAreTheShortestThatReadBack) {
  EXPECT_EQ(number(0.1), "0.1");
  EXPECT_EQ(number(0.1 + 0.2), "0.30000000000000004");
  EXPECT_EQ(number(1700000000.25), "1700000000.25");
  EXPECT_EQ(number(5e-324), "5e-324");
}

TEST(Number, SpecialValuesAreSpelledAsPrometheusReadsThem) {
  EXPECT_EQ(number(std::numeric_limits<double>::quiet_NaN()), "NaN");
  EXPECT_EQ(number(-std::numeric_limits<double>::quiet_NaN()), "NaN");
  EXPECT_EQ(number(std::numeric_limits<double>::infinity()), "+Inf");
  EXPECT_EQ(number(-std::numeric_limits<double>::infinity()), "-Inf");
  EXPECT_EQ(number(-0.0), "-0");
}

TEST(Number, EveryDoubleReadsBackToTheSameBits) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 20000; ++i) {
    const double value = std::bit_cast<double>(random());
    if (std::isnan(value) || std::isinf(value)) continue;
    const double back = std::strtod(number(value).c_str(), nullptr);
    ASSERT_EQ(std::bit_cast<std::uint64_t>(back), std::bit_cast<std::uint64_t>(value))
        << number(value);
  }
}

TEST(Number, DecimalAlwaysHasAFraction) {
  EXPECT_EQ(decimal(1), "1.0");
  EXPECT_EQ(decimal(0), "0.0");
  EXPECT_EQ(decimal(12), "12.0");
  EXPECT_EQ(decimal(0.5), "0.5");
  EXPECT_EQ(decimal(std::numeric_limits<double>::infinity()), "+Inf");
}

}  // namespace
}  // namespace pge
