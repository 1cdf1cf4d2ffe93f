// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "base/clock.h"

namespace pge {

// Bytes of this process.
struct HeapUse {
  std::uint64_t resident = 0;  // in memory, code and stacks included
  std::uint64_t used = 0;      // of the heap, by objects that live

  std::uint64_t idle() const { return resident > used ? resident - used : 0; }
};

// As of now; nothing where it cannot be known (a sanitizer's allocator, no /proc).
std::optional<HeapUse> heap_use();

// Gives memory back to the system that glibc keeps after many small objects have gone: one answer
// with 160,000 ids would hold 130 MiB for good. Looks at most every kEvery and acts only where
// there is much to gain, as walking a heap takes a moment. One thread at a time.
class HeapTrimmer {
 public:
  static constexpr std::chrono::seconds kEvery{10};
  static constexpr std::uint64_t kWorthIt = 16U << 20;  // idle bytes more than last time

  // True if it gave something back.
  bool tick(SteadyTime now);

 private:
  SteadyTime next_{};
  std::uint64_t idle_after_ = 0;
};

}  // namespace pge
