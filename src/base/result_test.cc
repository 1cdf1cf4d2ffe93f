// SPDX-License-Identifier: Apache-2.0
#include "base/result.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <set>

namespace pge {
namespace {

TEST(Result, ACountedKindHasANameOfItsOwn) {
  std::set<std::string_view> names;
  for (const ErrorKind kind : kCountedErrorKinds) {
    EXPECT_TRUE(names.insert(to_string(kind)).second) << to_string(kind);
  }
  const std::set<std::string_view> expected = {"internal",     "malformed",   "not_found",
                                               "permission",   "timeout",     "too_large",
                                               "rate_limited", "unavailable", "unsupported"};
  EXPECT_EQ(names, expected);
  EXPECT_TRUE(
      std::ranges::is_sorted(kCountedErrorKinds, {}, [](ErrorKind k) { return to_string(k); }));
  EXPECT_EQ(to_string(ErrorKind::absent), "absent");
}

TEST(Result, ContextGrowsOutward) {
  Error error{ErrorKind::malformed, "no closing brace", {}, "delete it"};
  EXPECT_EQ(error.message(), "no closing brace");
  error = std::move(error).in("line 3");
  error = std::move(error).in("checkpoint");
  EXPECT_EQ(error.message(), "checkpoint: line 3: no closing brace");
  EXPECT_EQ(error.remedy, "delete it");
  EXPECT_EQ(error.kind, ErrorKind::malformed);
}

TEST(Result, EmptyAndFailedAreTwoAnswers) {
  const Result<std::string> empty = std::string();
  const Result<std::string> failed = fail(ErrorKind::timeout, "too slow", "kubelet", "look");
  EXPECT_TRUE(empty.has_value());
  ASSERT_FALSE(failed.has_value());
  EXPECT_EQ(failed.error(), (Error{ErrorKind::timeout, "too slow", "kubelet", "look"}));
}

TEST(Result, ErrnoBecomesAKind) {
  const std::pair<int, ErrorKind> cases[] = {
      {ENOENT, ErrorKind::not_found},         {ENOTDIR, ErrorKind::not_found},
      {EACCES, ErrorKind::permission},        {EPERM, ErrorKind::permission},
      {ETIMEDOUT, ErrorKind::timeout},        {EFBIG, ErrorKind::too_large},
      {ECONNREFUSED, ErrorKind::unavailable}, {EIO, ErrorKind::unavailable},
      {EMFILE, ErrorKind::unavailable},       {ENOSYS, ErrorKind::unsupported},
      {EISDIR, ErrorKind::unsupported},       {ELOOP, ErrorKind::malformed},
      {ENAMETOOLONG, ErrorKind::malformed},   {EDOM, ErrorKind::internal},
  };
  for (const auto& [number, kind] : cases) {
    const Error error = error_from_errno(number, "/a/file");
    EXPECT_EQ(error.kind, kind) << number;
    EXPECT_TRUE(error.message().starts_with("/a/file: ")) << error.message();
    EXPECT_GT(error.text.size(), 3U);
  }
}

}  // namespace
}  // namespace pge
