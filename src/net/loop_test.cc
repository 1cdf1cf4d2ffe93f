// SPDX-License-Identifier: Apache-2.0
#include "net/loop.h"

#include <gtest/gtest.h>

#include <csignal>
#include <future>
#include <memory>
#include <stdexcept>
#include <vector>

namespace pge {
namespace {

TEST(Loop, RunsTasksInOrderOnItsOwnThread) {
  Loop loop;
  std::vector<int> seen;
  std::promise<bool> on_loop;
  for (int i = 0; i < 100; ++i) loop.post([&seen, i] { seen.push_back(i); });
  loop.post([&] { on_loop.set_value(loop.on_loop_thread()); });
  EXPECT_TRUE(on_loop.get_future().get());
  EXPECT_FALSE(loop.on_loop_thread());
  ASSERT_EQ(seen.size(), 100U);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(seen[static_cast<std::size_t>(i)], i);
}

TEST(Loop, GoesOnAfterATaskThatThrows) {
  Loop loop;
  loop.post([] { throw std::runtime_error("no"); });
  std::promise<void> after;
  loop.post([&] { after.set_value(); });
  after.get_future().get();
  EXPECT_EQ(loop.failed_tasks(), 1U);
}

TEST(Loop, TakesNoSignals) {
  Loop loop;
  std::promise<bool> blocked;
  loop.post([&] {
    sigset_t mask;
    pthread_sigmask(SIG_SETMASK, nullptr, &mask);
    blocked.set_value(sigismember(&mask, SIGTERM) == 1 && sigismember(&mask, SIGINT) == 1);
  });
  EXPECT_TRUE(blocked.get_future().get());
  sigset_t mine;
  pthread_sigmask(SIG_SETMASK, nullptr, &mine);
  EXPECT_EQ(sigismember(&mine, SIGTERM), 0);
}

TEST(Loop, DropsWhatIsPostedAfterStopAndReleasesIt) {
  auto held = std::make_shared<int>(7);
  std::weak_ptr<int> weak = held;
  {
    Loop loop;
    loop.stop();
    loop.stop();
    loop.post([held = std::move(held)] { FAIL() << "ran after stop"; });
  }
  EXPECT_TRUE(weak.expired());
}

}  // namespace
}  // namespace pge
