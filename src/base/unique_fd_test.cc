// SPDX-License-Identifier: Apache-2.0
#include "base/unique_fd.h"

#include <fcntl.h>
#include <gtest/gtest.h>

namespace pge {
namespace {

UniqueFd open_null() { return UniqueFd(::open("/dev/null", O_RDONLY | O_CLOEXEC)); }
bool is_open(int fd) { return ::fcntl(fd, F_GETFD) != -1; }

TEST(UniqueFd, ClosesWhatItOwns) {
  int number = -1;
  {
    const UniqueFd fd = open_null();
    ASSERT_TRUE(fd);
    number = fd.get();
    EXPECT_TRUE(is_open(number));
  }
  EXPECT_FALSE(is_open(number));
}

TEST(UniqueFd, MovesLeaveNothingBehind) {
  UniqueFd a = open_null();
  UniqueFd b = open_null();
  const int from = a.get();
  const int dropped = b.get();
  b = std::move(a);
  EXPECT_EQ(b.get(), from);
  EXPECT_FALSE(is_open(dropped));
  const UniqueFd c(std::move(b));
  EXPECT_EQ(c.get(), from);
  EXPECT_TRUE(is_open(from));
}

TEST(UniqueFd, AMoveOntoItselfKeepsIt) {
  UniqueFd fd = open_null();
  UniqueFd& same = fd;
  fd = std::move(same);
  EXPECT_TRUE(fd);
  EXPECT_TRUE(is_open(fd.get()));
}

TEST(UniqueFd, ReleaseAndReset) {
  UniqueFd fd = open_null();
  UniqueFd again(fd.release());
  EXPECT_FALSE(fd);
  const int number = again.get();
  EXPECT_TRUE(is_open(number));
  again.reset();
  EXPECT_FALSE(is_open(number));
  EXPECT_FALSE(UniqueFd());
  EXPECT_FALSE(UniqueFd(-1));
}

}  // namespace
}  // namespace pge
