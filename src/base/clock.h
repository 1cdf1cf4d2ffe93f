// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace pge {

using WallTime = std::chrono::system_clock::time_point;
using SteadyTime = std::chrono::steady_clock::time_point;
using Duration = std::chrono::nanoseconds;

// The only source of time. Ages and deadlines use steady(), time stamps that people see use wall().
// Safe from any thread.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual WallTime wall() const = 0;
  virtual SteadyTime steady() const = 0;
};

class SystemClock final : public Clock {
 public:
  WallTime wall() const override { return std::chrono::system_clock::now(); }
  SteadyTime steady() const override { return std::chrono::steady_clock::now(); }
};

// Whole seconds and the rest apart: nanoseconds since 1970 do not fit a double's digits.
inline double unix_seconds(WallTime t) {
  const auto whole = std::chrono::floor<std::chrono::seconds>(t);
  return static_cast<double>(whole.time_since_epoch().count()) +
         std::chrono::duration<double>(t - whole).count();
}

}  // namespace pge
