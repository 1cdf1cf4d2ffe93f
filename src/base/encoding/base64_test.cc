// SPDX-License-Identifier: Apache-2.0
#include "base/encoding/base64.h"

#include <gtest/gtest.h>

namespace pge {
namespace {

TEST(Base64, DecodesTheVectorsOfRfc4648) {
  EXPECT_EQ(decode_base64(""), "");
  EXPECT_EQ(decode_base64("Zg=="), "f");
  EXPECT_EQ(decode_base64("Zm8="), "fo");
  EXPECT_EQ(decode_base64("Zm9v"), "foo");
  EXPECT_EQ(decode_base64("Zm9vYg=="), "foob");
  EXPECT_EQ(decode_base64("Zm9vYmE="), "fooba");
  EXPECT_EQ(decode_base64("Zm9vYmFy"), "foobar");
}

TEST(Base64, DecodesBytesOfEveryValue) {
  EXPECT_EQ(decode_base64("AP/+gA=="), (std::string("\0\xff\xfe\x80", 4)));
  EXPECT_EQ(decode_base64("+/+/"), "\xfb\xff\xbf");
}

TEST(Base64, RefusesEverythingElse) {
  for (const char* text : {"Z", "Zg", "Zg=", "Zm9", "Z===", "====", "=Zm9", "Zg==Zg==", "Zm9v\n",
                           "Zm 9", "Zm-_", "Zh==", "Zm9=", "\xff\xff\xff\xff"}) {
    EXPECT_EQ(decode_base64(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace pge
