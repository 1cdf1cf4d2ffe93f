// SPDX-License-Identifier: Apache-2.0
#include "app/process/signals.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <future>
#include <optional>
#include <semaphore>

namespace pge {
namespace {

using namespace std::chrono_literals;

// Signals of a process of our own, so that those of the test program stay as they are. `body`
// returns 0 if all was well.
template <class Body>
int exit_code_of(Body body) {
  const pid_t child = ::fork();
  if (child == 0) {
    block_signals();
    ::_exit(body());
  }
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

int stopped_by(int signal) {
  return exit_code_of([signal] {
    std::promise<int> got;
    SignalWatch watch({.stop = [&got](int s) { got.set_value(s); }, .reload = nullptr});
    ::kill(::getpid(), signal);
    auto future = got.get_future();
    if (future.wait_for(10s) != std::future_status::ready) return 1;
    return future.get() == signal ? 0 : 2;
  });
}

TEST(Signals, TermAndIntStop) {
  EXPECT_EQ(stopped_by(SIGTERM), 0);
  EXPECT_EQ(stopped_by(SIGINT), 0);
}

TEST(Signals, HupReloadsEachTimeAndNeverKills) {
  EXPECT_EQ(exit_code_of([] {
              std::counting_semaphore<8> reloads(0);
              SignalWatch watch({.stop = [](int) {}, .reload = [&reloads] { reloads.release(); }});
              for (int i = 0; i < 3; ++i) {
                ::kill(::getpid(), SIGHUP);
                if (!reloads.try_acquire_for(10s)) return 1;
              }
              return 0;
            }),
            0);
}

TEST(Signals, HupWithoutAReloadIsHarmless) {
  EXPECT_EQ(
      exit_code_of([] {
        std::promise<void> stopped;
        SignalWatch watch({.stop = [&stopped](int) { stopped.set_value(); }, .reload = nullptr});
        ::kill(::getpid(), SIGHUP);
        ::kill(::getpid(), SIGTERM);
        return stopped.get_future().wait_for(10s) == std::future_status::ready ? 0 : 1;
      }),
      0);
}

TEST(Signals, WhatCameBeforeTheWatchIsNotLost) {
  EXPECT_EQ(
      exit_code_of([] {
        ::kill(::getpid(), SIGTERM);
        std::promise<void> stopped;
        SignalWatch watch({.stop = [&stopped](int) { stopped.set_value(); }, .reload = nullptr});
        return stopped.get_future().wait_for(10s) == std::future_status::ready ? 0 : 1;
      }),
      0);
}

TEST(Signals, OnlyTheFirstStopCounts) {
  EXPECT_EQ(exit_code_of([] {
              std::counting_semaphore<8> stops(0);
              std::optional<SignalWatch> watch(
                  std::in_place, SignalWatch::Callbacks{.stop = [&stops](int) { stops.release(); },
                                                        .reload = [&stops] { stops.release(); }});
              ::kill(::getpid(), SIGTERM);
              if (!stops.try_acquire_for(10s)) return 1;
              ::kill(::getpid(), SIGTERM);
              ::kill(::getpid(), SIGINT);
              ::kill(::getpid(), SIGHUP);
              sigset_t pending;
              do {  // until the watch has taken all three
                ::sigpending(&pending);
              } while (sigismember(&pending, SIGTERM) == 1 || sigismember(&pending, SIGINT) == 1 ||
                       sigismember(&pending, SIGHUP) == 1);
              watch.reset();
              return stops.try_acquire() ? 2 : 0;
            }),
            0);
}

TEST(Signals, TheWatchEndsWithoutASignal) {
  EXPECT_EQ(exit_code_of([] {
              for (int i = 0; i < 50; ++i)
                SignalWatch watch({.stop = [](int) {}, .reload = nullptr});
              return 0;
            }),
            0);
}

TEST(Signals, AnAbandonedPipeIsAnError) {
  EXPECT_EQ(exit_code_of([] {
              int ends[2];
              if (::pipe(ends) != 0) return 1;
              ::close(ends[0]);
              return ::write(ends[1], "x", 1) == -1 && errno == EPIPE ? 0 : 2;
            }),
            0);
}

// Without block_signals() SIGHUP kills: the tests above could tell.
TEST(Signals, TheDefaultWouldKill) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::signal(SIGHUP, SIG_DFL);
    ::kill(::getpid(), SIGHUP);
    ::_exit(0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFSIGNALED(status));
}

}  // namespace
}  // namespace pge
