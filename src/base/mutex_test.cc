// SPDX-License-Identifier: Apache-2.0
#include "base/mutex.h"

#include <gtest/gtest.h>

#include <stop_token>
#include <thread>
#include <vector>

namespace pge {
namespace {

TEST(Mutex, GuardsACounter) {
  struct {
    Mutex mutex;
    int count PGE_GUARDED_BY(mutex) = 0;
  } shared;
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&shared] {
        for (int i = 0; i < 2'000; ++i) {
          MutexLock lock(shared.mutex);
          ++shared.count;
        }
      });
    }
  }
  MutexLock lock(shared.mutex);
  EXPECT_EQ(shared.count, 8'000);
}

TEST(Mutex, AConditionVariableWaitsOnItAndHeedsStop) {
  Mutex mutex;
  ConditionVariable changed;
  bool woken_by_stop = false;
  {
    std::jthread waiter([&](const std::stop_token& stop) {
      mutex.lock();
      woken_by_stop = !changed.wait(mutex, stop, [] { return false; });
      mutex.unlock();
    });
  }  // asks it to stop and joins
  EXPECT_TRUE(woken_by_stop);
}

}  // namespace
}  // namespace pge
