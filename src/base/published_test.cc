// SPDX-License-Identifier: Apache-2.0
#include "base/published.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace pge {
namespace {

TEST(Published, StartsEmptyOrWithWhatItIsGiven) {
  EXPECT_EQ(Published<int>().get(), nullptr);
  EXPECT_EQ(*Published<int>(std::make_shared<const int>(3)).get(), 3);
}

TEST(Published, AReaderKeepsWhatItGot) {
  Published<int> value(std::make_shared<const int>(1));
  const auto old = value.get();
  value.set(std::make_shared<const int>(2));
  EXPECT_EQ(*old, 1);
  EXPECT_EQ(*value.get(), 2);
  std::weak_ptr<const int> last = value.get();
  value.set(nullptr);
  EXPECT_TRUE(last.expired());
}

// What dies when it is replaced may itself read the published value.
TEST(Published, TheOldValueDiesOutsideTheLock) {
  struct Reader {
    Published<Reader>* published = nullptr;
    std::atomic<int>* seen = nullptr;
    ~Reader() {
      if (published != nullptr && published->get() != nullptr) ++*seen;
    }
  };
  std::atomic<int> seen = 0;
  Published<Reader> published;
  auto first = std::make_shared<Reader>();
  first->published = &published;
  first->seen = &seen;
  published.set(std::move(first));
  published.set(std::make_shared<Reader>());
  EXPECT_EQ(seen, 1);
}

TEST(Published, ReadersNeverSeeAValueGoBack) {
  Published<int> value(std::make_shared<const int>(0));
  std::atomic<bool> went_back = false;
  {
    std::vector<std::jthread> readers;
    for (int r = 0; r < 3; ++r) {
      readers.emplace_back([&](const std::stop_token& stop) {
        int last = 0;
        while (!stop.stop_requested()) {
          const int now = *value.get();
          if (now < last) went_back = true;
          last = now;
        }
      });
    }
    for (int i = 1; i <= 5'000; ++i) value.set(std::make_shared<const int>(i));
  }
  EXPECT_FALSE(went_back);
  EXPECT_EQ(*value.get(), 5'000);
}

}  // namespace
}  // namespace pge
