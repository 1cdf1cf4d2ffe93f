// SPDX-License-Identifier: Apache-2.0
#include "app/process/heap.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <vector>

namespace pge {
namespace {

using namespace std::chrono_literals;

const SteadyTime t0{1'000s};

// Small objects, one of which stays behind at the top of the heap, so that glibc by itself keeps
// all that is below.
class Fragments {
 public:
  Fragments() {
    for (std::size_t i = 0; i < kCount; ++i) objects_.push_back(std::make_unique<Object>());
  }
  void leave_the_last() { objects_.erase(objects_.begin(), objects_.end() - 1); }

 private:
  struct Object {
    std::array<char, 1000> bytes{1};
  };
  static constexpr std::size_t kCount = 80'000;
  std::vector<std::unique_ptr<Object>> objects_;
};

TEST(HeapTrimmer, GivesBackWhatSmallObjectsLeaveBehind) {
  if (!heap_use()) GTEST_SKIP() << "a sanitizer's allocator stands in for glibc's";
  HeapTrimmer trimmer;
  trimmer.tick(t0);
  Fragments fragments;
  const auto full = heap_use();
  fragments.leave_the_last();
  const auto idle = heap_use();
  ASSERT_TRUE(full && idle);
  ASSERT_GT(idle->resident + (40U << 20), full->resident) << "glibc gave it back by itself";
  EXPECT_FALSE(trimmer.tick(t0 + 9s)) << "not yet";
  EXPECT_TRUE(trimmer.tick(t0 + 10s));
  const auto trimmed = heap_use();
  ASSERT_TRUE(trimmed);
  EXPECT_LT(trimmed->resident + (60U << 20), full->resident);
}

TEST(HeapTrimmer, LeavesAHeapAloneThatIsInUse) {
  if (!heap_use()) GTEST_SKIP() << "a sanitizer's allocator stands in for glibc's";
  HeapTrimmer trimmer;
  trimmer.tick(t0);
  const Fragments fragments;
  EXPECT_FALSE(trimmer.tick(t0 + 10s));
  EXPECT_FALSE(trimmer.tick(t0 + 20s));
}

}  // namespace
}  // namespace pge
