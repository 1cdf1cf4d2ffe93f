// SPDX-License-Identifier: Apache-2.0
#include "app/process/privileges.h"

#include <gtest/gtest.h>
#include <linux/capability.h>
#include <malloc.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <thread>

#include "base/host_fs.h"

namespace pge {
namespace {

// Rights given up cannot be had back, so each test does it in a process of its own.
template <class Body>
int exit_code_of(Body body) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(body());
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

// The mask behind `key` in /proc/self/status.
std::uint64_t mask_of(std::string_view key) {
  const std::string status = HostFs().read("/proc/self/status").value_or("");
  const std::size_t at = status.find(key);
  return at == std::string::npos ? ~0ULL : std::stoull(status.substr(at + key.size()), nullptr, 16);
}

TEST(DropPrivileges, NothingIsGainedThroughUs) {
  EXPECT_EQ(exit_code_of([] {
              const bool before = ::prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1;
              const bool failed = !drop_privileges(needed_capabilities()).empty();
              if (before || failed) return failed ? 1 : 0;
              return ::prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1 ? 0 : 2;
            }),
            0);
}

TEST(DropPrivileges, OnlyTheNeededCapabilitiesRemain) {
  EXPECT_EQ(exit_code_of([] {
              std::uint64_t kept = 0;
              for (const int capability : needed_capabilities()) kept |= 1ULL << capability;
              const std::uint64_t had = mask_of("CapPrm:\t");
              drop_privileges(needed_capabilities());
              for (const auto* set : {"CapPrm:\t", "CapEff:\t"}) {
                if ((mask_of(set) & ~kept) != 0) return 1;
              }
              if (mask_of("CapPrm:\t") != (had & kept)) return 2;
              return mask_of("CapInh:\t") == 0 ? 0 : 3;
            }),
            0);
  EXPECT_EQ(exit_code_of([] {
              drop_privileges({});
              return mask_of("CapEff:\t") == 0 ? 0 : 1;
            }),
            0);
}

TEST(DropPrivileges, ACrashLeavesNoCore) {
  EXPECT_EQ(exit_code_of([] {
              drop_privileges({});
              rlimit limit{};
              ::getrlimit(RLIMIT_CORE, &limit);
              return limit.rlim_cur == 1 && limit.rlim_max == 1 ? 0 : 1;
            }),
            0);
}

TEST(DropPrivileges, OurOwnProcEntriesStayReadable) {
  EXPECT_EQ(exit_code_of([] {
              drop_privileges({});
              // The call itself: glibc's asks every thread, and a sanitizer's own thread has its
              // rights.
              if (::geteuid() == 0 && ::syscall(SYS_setresuid, 65534, 65534, 65534) == 0)
                return 1;  // no CAP_SETUID
              return HostFs().list("/proc/self/fd").has_value() ? 0 : 2;
            }),
            0);
}

TEST(DropPrivileges, MayBeDoneTwice) {
  EXPECT_EQ(exit_code_of([] {
              drop_privileges(needed_capabilities());
              return static_cast<int>(drop_privileges(needed_capabilities()).size());
            }),
            0);
}

// 0 if two big blocks, one after the other, came straight from the system. The second tells: after
// the first, glibc left to itself would keep such blocks on its heap.
int map_big_blocks() {
  const auto mapped = [] { return ::mallinfo2().hblks; };
  const auto before = mapped();
  for (int i = 1; i <= 2; ++i) {
    void* volatile block = ::malloc(24U << 20);  // volatile, or the pair is optimised away
    if (block == nullptr) return 10;
    const bool is_mapped = mapped() == before + 1;
    ::free(block);
    if (!is_mapped) return i;
  }
  return 0;
}

TEST(TuneAllocator, BigBlocksComeFromTheSystemAndGoBack) {
  if (::mallinfo2().arena == 0) GTEST_SKIP() << "a sanitizer's allocator stands in for glibc's";
  // On a thread of its own, whose heap other tests have left no big holes in.
  const auto on_thread = [](bool tuned) {
    return exit_code_of([tuned] {
      if (tuned) tune_allocator();
      int result = 0;
      std::jthread([&result] { result = map_big_blocks(); }).join();
      return result;
    });
  };
  EXPECT_EQ(on_thread(true), 0);
  EXPECT_EQ(on_thread(false), 2);
}

}  // namespace
}  // namespace pge
