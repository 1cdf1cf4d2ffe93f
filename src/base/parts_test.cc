// SPDX-License-Identifier: Apache-2.0
#include "base/parts.h"

#include <gtest/gtest.h>

namespace pge {
namespace {

TEST(Parts, JoinInOrder) {
  const Parts parts = {make_part("one "), Part{}, make_part(std::string("t\0o", 3))};
  EXPECT_EQ(total_bytes(parts), 7U);
  EXPECT_EQ(to_string(parts), std::string("one t\0o", 7));
  EXPECT_EQ(to_string({}), "");
}

// Short texts lie inside the string object: their bytes must be those of the owner, not of a string
// that was moved from.
TEST(Parts, ACopyKeepsTheBytesAlive) {
  Part copy;
  {
    const Part part = make_part("short");
    copy = part;
    EXPECT_EQ(copy.bytes.data(), part.bytes.data());
  }
  EXPECT_EQ(copy.bytes, "short");
  EXPECT_EQ(copy.owner.use_count(), 1);
}

}  // namespace
}  // namespace pge
