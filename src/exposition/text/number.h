// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace pge {

// Sample values as Go's ParseFloat reads them back to the same bits: shortest round trip, whole
// numbers without fraction or exponent ("85899345920"), NaN, +Inf, -Inf.
void append_number(std::string& out, double value);

// The same with a fraction always ("1.0"), as the seed families write their values.
void append_decimal(std::string& out, double value);

}  // namespace pge
