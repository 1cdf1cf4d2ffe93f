// SPDX-License-Identifier: Apache-2.0
#include "app/process/privileges.h"

#include <linux/capability.h>
#include <malloc.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <string_view>
#include <system_error>

namespace pge {
namespace {

constexpr std::array kNeeded = {CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH, CAP_NET_BIND_SERVICE};

void note_failure(std::vector<std::string>& failures, std::string_view what) {
  failures.push_back(std::string(what) + ": " + std::generic_category().message(errno));
}

bool limit_capabilities(std::span<const int> kept) {
  std::array<std::uint32_t, _LINUX_CAPABILITY_U32S_3> mask{};
  for (const int capability : kept) {
    const auto bit = static_cast<unsigned>(capability);
    mask[bit / 32] |= 1U << (bit % 32);
  }
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  std::array<__user_cap_data_struct, _LINUX_CAPABILITY_U32S_3> data{};
  if (::syscall(SYS_capget, &header, data.data()) != 0) return false;
  for (std::size_t i = 0; i < data.size(); ++i) {
    data[i].effective &= mask[i];
    data[i].permitted &= mask[i];
    data[i].inheritable = 0;
  }
  return ::syscall(SYS_capset, &header, data.data()) == 0;
}

}  // namespace

std::span<const int> needed_capabilities() { return kNeeded; }

std::vector<std::string> drop_privileges(std::span<const int> kept) {
  std::vector<std::string> failures;
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) note_failure(failures, "no_new_privs");
  // 1, not 0: where cores are piped to a program, the kernel heeds only this value. Taking the
  // "dumpable" mark away instead would also take /proc/self from us when we are not root.
  const rlimit no_core{1, 1};
  if (::setrlimit(RLIMIT_CORE, &no_core) != 0) note_failure(failures, "no core dumps");
  if (!limit_capabilities(kept)) note_failure(failures, "drop capabilities");
  return failures;
}

void tune_allocator() {
  ::mallopt(M_MMAP_THRESHOLD, 256 * 1024);
  ::mallopt(M_TRIM_THRESHOLD, 1024 * 1024);
}

}  // namespace pge
