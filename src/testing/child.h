// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "base/unique_fd.h"

namespace pge::testing {

// A program that a test runs; killed at the latest with this object. Its stderr is the test's.
class Child {
 public:
  explicit Child(std::vector<std::string> arguments);
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // The next line of its output that begins so; empty when none comes in time. What stands before
  // it is dropped.
  std::string line(std::string_view begin,
                   std::chrono::milliseconds timeout = std::chrono::seconds(20));
  void signal(int number) const;
  int wait();  // for its end; the exit code, or minus the signal

 private:
  pid_t pid_ = -1;
  UniqueFd output_;
  std::string unread_;
};

}  // namespace pge::testing
