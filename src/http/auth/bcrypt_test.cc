// SPDX-License-Identifier: Apache-2.0
#include "http/auth/bcrypt.h"

#include <gtest/gtest.h>

#include "http/auth/credentials.h"
#include "http/auth/token_bucket.h"
#include "testing/bcrypt_make.h"

namespace pge {
namespace {

using namespace std::chrono_literals;
using testing::bcrypt_make;

TEST(Bcrypt, TellsRightFromWrong) {
  const std::string hash = bcrypt_make("secret", 4);
  ASSERT_FALSE(bcrypt_fault(hash).has_value()) << hash;
  EXPECT_TRUE(bcrypt_matches("secret", hash));
  EXPECT_FALSE(bcrypt_matches("Secret", hash));
  EXPECT_FALSE(bcrypt_matches("", hash));
  EXPECT_FALSE(bcrypt_matches(std::string("secret\0", 7), hash));
  EXPECT_FALSE(bcrypt_matches("secret", bcrypt_dummy(4)));
}

TEST(Bcrypt, KnowsTheThreeSpellings) {
  std::string hash = bcrypt_make("secret", 4);
  for (const char letter : {'a', 'b', 'y'}) {
    hash[2] = letter;
    EXPECT_FALSE(bcrypt_fault(hash).has_value()) << hash;
    EXPECT_TRUE(bcrypt_matches("secret", hash)) << hash;
  }
}

TEST(Bcrypt, SaysWhatIsNoHash) {
  const std::string good = bcrypt_make("secret", 4);
  for (const std::string& bad :
       {std::string(), std::string("secret"), std::string("$apr1$x$y"), good.substr(1), good + "x",
        "$2x" + good.substr(3), "$2y$4x" + good.substr(6), "$2y$03" + good.substr(6),
        "$2y$31" + good.substr(6), good.substr(0, 59) + "!"}) {
    EXPECT_TRUE(bcrypt_fault(bad).has_value()) << bad;
  }
  EXPECT_EQ(bcrypt_cost(good), 4);
  EXPECT_FALSE(bcrypt_fault(bcrypt_dummy(12)).has_value());
}

TEST(BasicCredentials, ReadsUserAndPassword) {
  const auto given = basic_credentials("Basic YWxpY2U6YTpi");
  ASSERT_TRUE(given.has_value());
  EXPECT_EQ(given->user, "alice");
  EXPECT_EQ(given->password, "a:b");
  EXPECT_TRUE(basic_credentials("bAsIc  YWxpY2U6YTpi ").has_value());
  for (const auto* bad : {"", "Basic", "Basic ", "Bearer YWxpY2U6YTpi", "Basic !!!",
                          "Basic YWxpY2U=", "YWxpY2U6YTpi"}) {
    EXPECT_FALSE(basic_credentials(bad).has_value()) << bad;
  }
}

TEST(TokenBucket, LetsABurstThroughAndThenOnePerInterval) {
  const SteadyTime start{};
  TokenBucket bucket(1s, 2, start);
  EXPECT_TRUE(bucket.take(start));
  EXPECT_TRUE(bucket.take(start));
  EXPECT_FALSE(bucket.take(start + 999ms));
  EXPECT_TRUE(bucket.take(start + 1s));
  EXPECT_FALSE(bucket.take(start + 1500ms));
  EXPECT_TRUE(bucket.take(start + 1h));  // never more than the burst
  EXPECT_TRUE(bucket.take(start + 1h));
  EXPECT_FALSE(bucket.take(start + 1h));
  TokenBucket open(0s, 0, start);
  for (int i = 0; i < 100; ++i) EXPECT_TRUE(open.take(start));
}

}  // namespace
}  // namespace pge
