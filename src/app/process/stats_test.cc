// SPDX-License-Identifier: Apache-2.0
#include "app/process/stats.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <chrono>
#include <vector>

#include "base/unique_fd.h"
#include "testing/temp_dir.h"

namespace pge {
namespace {

// Fields as in proc(5): utime 14, stime 15, num_threads 20, starttime 22, vsize 23, rss 24.
std::string stat_line(std::string_view name) {
  return "4242 (" + std::string(name) +
         ") S 1 4242 4242 0 -1 4194560 1500 0 2 0 250 150 0 0 20 0 7 0 12345 104857600 2560 "
         "18446744073709551615 1 1 0 0 0 0 0 4096 17642 0 0 0 17 1 0 0 0 0 0 0 0 0 0 0 0 0 0\n";
}

class ProcessStatsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    dir_.write("proc/stat", "cpu  1 2 3\nintr 1 2 3\nbtime 1700000000\nprocesses 5\n");
    for (const auto* fd : {"0", "1", "2", "7"}) dir_.write(std::string("proc/self/fd/") + fd, "");
  }

  testing::TempDir dir_;
};

TEST_F(ProcessStatsTest, ReadsTheFieldsByTheirPlace) {
  dir_.write("proc/self/stat", stat_line("pod-gpu-exporte"));
  const ProcessStats stats = read_process_stats(HostFs(dir_.path()));
  const auto ticks = static_cast<double>(::sysconf(_SC_CLK_TCK));
  EXPECT_DOUBLE_EQ(stats.cpu_seconds.value(), 400.0 / ticks);
  EXPECT_DOUBLE_EQ(stats.start_time_seconds.value(), 1'700'000'000.0 + 12345.0 / ticks);
  EXPECT_EQ(stats.threads, 7U);
  EXPECT_EQ(stats.virtual_memory_bytes, 104'857'600U);
  EXPECT_EQ(stats.resident_memory_bytes,
            2560U * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)));
  EXPECT_EQ(stats.open_fds, 3U);
  EXPECT_TRUE(stats.max_fds.has_value());
  EXPECT_TRUE(stats.virtual_memory_max_bytes.has_value());
  EXPECT_FALSE(stats.heap_bytes.has_value());
}

TEST_F(ProcessStatsTest, AnyNameIsPassedOver) {
  dir_.write("proc/self/stat", stat_line(") R 9 9 (x) 9 9"));
  EXPECT_EQ(read_process_stats(HostFs(dir_.path())).threads, 7U);
}

TEST_F(ProcessStatsTest, WhatCannotBeReadIsLeftOut) {
  for (const std::string& line :
       {std::string(), std::string("garbage"), std::string("1 (x"), std::string("1 (x) S"),
        stat_line("x").substr(0, 40),
        std::string("1 (x) S - - - - - - - - - - - - - - - - - - - - - -"),
        std::string("1 (x) ") + std::string(500, ' ')}) {
    dir_.write("proc/self/stat", line);
    const ProcessStats stats = read_process_stats(HostFs(dir_.path()));
    EXPECT_FALSE(stats.cpu_seconds.has_value()) << line;
    EXPECT_FALSE(stats.resident_memory_bytes.has_value()) << line;
    EXPECT_FALSE(stats.start_time_seconds.has_value()) << line;
    EXPECT_EQ(stats.open_fds, 3U);
  }
  testing::TempDir empty;
  EXPECT_FALSE(read_process_stats(HostFs(empty.path())).open_fds.has_value());
}

TEST_F(ProcessStatsTest, WithoutABootTimeThereIsNoStart) {
  dir_.write("proc/self/stat", stat_line("x"));
  for (const auto* text : {"", "btime\n", "btime x\n", "btime -1\n"}) {
    dir_.write("proc/stat", text);
    const ProcessStats stats = read_process_stats(HostFs(dir_.path()));
    EXPECT_FALSE(stats.start_time_seconds.has_value()) << text;
    EXPECT_TRUE(stats.cpu_seconds.has_value());
  }
}

TEST(ProcessStatsOfThisProcess, AreTrue) {
  const ProcessStats before = read_process_stats();
  std::vector<UniqueFd> more;
  for (int i = 0; i < 10; ++i) more.emplace_back(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  const ProcessStats after = read_process_stats();
  EXPECT_EQ(after.open_fds.value(), before.open_fds.value() + 10);
  rlimit limit{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &limit), 0);
  EXPECT_EQ(after.max_fds, limit.rlim_cur);
  EXPECT_GT(after.resident_memory_bytes.value(), 1'000'000U);
  EXPECT_GE(after.virtual_memory_bytes.value(), after.resident_memory_bytes.value());
  EXPECT_GE(after.threads.value(), 1U);
  EXPECT_GE(after.cpu_seconds.value(), before.cpu_seconds.value());
  EXPECT_EQ(after.start_time_seconds, before.start_time_seconds);
  const double now =
      std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
  EXPECT_LT(after.start_time_seconds.value(), now + 2);
  EXPECT_GT(after.start_time_seconds.value(), now - 24 * 3600);
}

}  // namespace
}  // namespace pge
