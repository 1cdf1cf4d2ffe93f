// SPDX-License-Identifier: Apache-2.0
#include "app/process/stats.h"

#include <sys/resource.h>
#include <unistd.h>

#include <string_view>
#include <vector>

#include "base/strings.h"

namespace pge {
namespace {

// Fields of /proc/self/stat, counted from the state, which follows the name in brackets.
enum StatField : std::size_t {
  kUserTicks = 11,
  kSystemTicks = 12,
  kThreads = 17,
  kStartTicks = 19,
  kVirtualBytes = 20,
  kResidentPages = 21,
};

class StatLine {
 public:
  explicit StatLine(std::string_view line) {
    // The name may hold anything, blanks and brackets included.
    const std::size_t name_end = line.rfind(") ");
    if (name_end != std::string_view::npos) fields_ = split(trim(line.substr(name_end + 2)), ' ');
  }

  std::optional<std::uint64_t> number(StatField field) const {
    return field < fields_.size() ? parse_unsigned(fields_[field]) : std::nullopt;
  }
  std::optional<double> seconds(StatField field) const {
    const auto ticks = number(field);
    const long per_second = ::sysconf(_SC_CLK_TCK);
    if (!ticks || per_second <= 0) return std::nullopt;
    return static_cast<double>(*ticks) / static_cast<double>(per_second);
  }

 private:
  std::vector<std::string_view> fields_;
};

std::optional<std::uint64_t> limit_of(__rlimit_resource resource) {
  rlimit limit{};
  if (::getrlimit(resource, &limit) != 0) return std::nullopt;
  return limit.rlim_cur;  // "unlimited" is the greatest number, as Go's client has it
}

std::optional<double> boot_time(const HostFs& host) {
  const auto stat = host.read("/proc/stat");
  if (!stat) return std::nullopt;
  for (const std::string_view line : split(*stat, '\n')) {
    if (!line.starts_with("btime ")) continue;
    const auto seconds = parse_unsigned(trim(line.substr(6)));
    return seconds ? std::optional<double>(static_cast<double>(*seconds)) : std::nullopt;
  }
  return std::nullopt;
}

std::optional<double> start_time(const HostFs& host, const StatLine& line) {
  const auto since_boot = line.seconds(kStartTicks);
  const auto boot = boot_time(host);
  if (!since_boot || !boot) return std::nullopt;
  return *boot + *since_boot;
}

// Everything but the start.
ProcessStats changing_stats(const HostFs& host, const StatLine& line) {
  ProcessStats stats;
  const auto user = line.seconds(kUserTicks);
  const auto system = line.seconds(kSystemTicks);
  if (user && system) stats.cpu_seconds = *user + *system;
  stats.threads = line.number(kThreads);
  stats.virtual_memory_bytes = line.number(kVirtualBytes);
  const auto pages = line.number(kResidentPages);
  const long page_bytes = ::sysconf(_SC_PAGESIZE);
  if (pages && page_bytes > 0) {
    stats.resident_memory_bytes = *pages * static_cast<std::uint64_t>(page_bytes);
  }
  const auto descriptors = host.list("/proc/self/fd");
  // One of them is the directory itself, open only while it is listed.
  if (descriptors && !descriptors->empty()) stats.open_fds = descriptors->size() - 1;
  stats.max_fds = limit_of(RLIMIT_NOFILE);
  stats.virtual_memory_max_bytes = limit_of(RLIMIT_AS);
  return stats;
}

}  // namespace

ProcessStats read_process_stats(const HostFs& host) {
  const auto text = host.read("/proc/self/stat", 64 * 1024);
  const StatLine line(text ? std::string_view(*text) : std::string_view());
  ProcessStats stats = changing_stats(host, line);
  stats.start_time_seconds = start_time(host, line);
  return stats;
}

ProcessStats read_process_stats() {
  const HostFs host;
  const auto text = host.read("/proc/self/stat", 64 * 1024);
  const StatLine line(text ? std::string_view(*text) : std::string_view());
  // Taken once: the kernel works the boot time out anew each time, and a start that moves by a
  // second looks like a restart. It also spares a read of /proc/stat, which is long on big
  // machines.
  static const std::optional<double> start = start_time(host, line);
  ProcessStats stats = changing_stats(host, line);
  stats.start_time_seconds = start;
  return stats;
}

}  // namespace pge
