// SPDX-License-Identifier: Apache-2.0
#include "model/quantity.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace pge {
namespace {

struct Units {
  const char* text;
  std::uint64_t want;
};

TEST(Quantity, WholeUnits) {
  for (const Units& c : {Units{"0", 0},
                         {"1", 1},
                         {"+7", 7},
                         {"007", 7},
                         {"30", 30},
                         {"16Gi", 17'179'869'184},
                         {"80Gi", 85'899'345'920},
                         {"0.5Gi", 536'870'912},
                         {".5Ki", 512},
                         {"5.", 5},
                         {"1Ki", 1024},
                         {"1Mi", 1'048'576},
                         {"3Ti", 3'298'534'883'328},
                         {"1Pi", 1'125'899'906'842'624},
                         {"15Ei", 17'293'822'569'102'704'640ULL},
                         {"2k", 2000},
                         {"2M", 2'000'000},
                         {"2G", 2'000'000'000},
                         {"2T", 2'000'000'000'000},
                         {"2P", 2'000'000'000'000'000},
                         {"2E", 2'000'000'000'000'000'000},
                         {"1e3", 1000},
                         {"1E3", 1000},
                         {"12e-1", 2},
                         {"1500e-3", 2},
                         {"1000m", 1},
                         {"1500m", 2},
                         {"1n", 1},
                         {"1u", 1},
                         {"0m", 0},
                         {"0e999", 0},
                         {"1.0000000000000000000000001", 2}}) {
    EXPECT_EQ(quantity_units(c.text), c.want) << c.text;
  }
}

TEST(Quantity, Limits) {
  EXPECT_EQ(quantity_units("9223372036854775807"), 9'223'372'036'854'775'807ULL);
  EXPECT_FALSE(quantity_units("18446744073709551616"));
  EXPECT_FALSE(quantity_units("16Ei"));
  EXPECT_FALSE(quantity_units("19E"));
  EXPECT_FALSE(quantity_units("1e20"));
  EXPECT_FALSE(quantity_units("1e999"));
  EXPECT_FALSE(quantity_units(std::string(1000, '9')));
  EXPECT_EQ(quantity_units("1e-999"), 1U);
}

TEST(Quantity, Malformed) {
  for (const char* text :
       {"",   "-1",  "-",      "+",     ".",    "Gi", "1 Gi", " 1",  "1 ",   "1gi", "1GiB",
        "1e", "1e+", "1e1000", "1.2.3", "0x10", "1K", "nan",  "inf", "\xff", "1\n"}) {
    EXPECT_FALSE(quantity_units(text)) << text;
    EXPECT_FALSE(quantity_value(text)) << text;
  }
}

TEST(Quantity, Values) {
  EXPECT_DOUBLE_EQ(*quantity_value("500m"), 0.5);
  EXPECT_DOUBLE_EQ(*quantity_value("0.25"), 0.25);
  EXPECT_DOUBLE_EQ(*quantity_value("16Gi"), 17'179'869'184.0);
  EXPECT_DOUBLE_EQ(*quantity_value("1e3"), 1000.0);
  EXPECT_DOUBLE_EQ(*quantity_value("0"), 0.0);
  EXPECT_FALSE(quantity_value("1e400"));
}

TEST(Quantity, ProductsThatDoNotFitAreNothing) {
  EXPECT_EQ(scaled(30, 256 * kMiB), 8'053'063'680ULL);
  EXPECT_EQ(scaled(0, kGiB), 0U);
  EXPECT_EQ(scaled(5, 0), 0U);
  EXPECT_EQ(scaled(std::numeric_limits<std::uint64_t>::max(), 1),
            std::numeric_limits<std::uint64_t>::max());
  EXPECT_FALSE(scaled(std::numeric_limits<std::uint64_t>::max(), 2));
  EXPECT_FALSE(scaled(std::uint64_t{1} << 45, kMiB));
}

}  // namespace
}  // namespace pge
