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

inline double unix_seconds(WallTime t) {
  return std::chrono::duration<double>(t.time_since_epoch()).count();
}

}  // namespace pge
