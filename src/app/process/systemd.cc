// SPDX-License-Identifier: Apache-2.0
#include "app/process/systemd.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>

#include "base/strings.h"

namespace pge {
namespace {

constexpr unsigned kMostSockets = 64;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

bool is_meant_for(const std::string& pid, pid_t self) {
  const auto wanted = parse_unsigned<std::uint32_t>(pid);
  return wanted && static_cast<pid_t>(*wanted) == self;
}

}  // namespace

SystemdEnvironment systemd_environment() {
  return {.listen_pid = variable("LISTEN_PID"),
          .listen_fds = variable("LISTEN_FDS"),
          .notify_socket = variable("NOTIFY_SOCKET"),
          .watchdog_pid = variable("WATCHDOG_PID"),
          .watchdog_usec = variable("WATCHDOG_USEC")};
}

Result<std::vector<UniqueFd>> inherited_sockets(const SystemdEnvironment& environment, pid_t self,
                                                int first) {
  constexpr auto kRemedy = "start it through a systemd .socket unit, or drop --web.systemd-socket";
  const auto count = parse_unsigned<std::uint32_t>(environment.listen_fds);
  if (!is_meant_for(environment.listen_pid, self) || !count || *count == 0) {
    return fail(ErrorKind::not_found, "no socket was handed over", "--web.systemd-socket", kRemedy);
  }
  if (*count > kMostSockets) {
    return fail(ErrorKind::too_large, "more than 64 sockets", "--web.systemd-socket", kRemedy);
  }
  std::vector<UniqueFd> sockets;
  for (int fd = first; fd < first + static_cast<int>(*count); ++fd) {
    if (fcntl(fd, F_GETFD) < 0) {
      return fail(ErrorKind::not_found, "socket " + std::to_string(fd) + " is not open",
                  "--web.systemd-socket", kRemedy);
    }
    sockets.emplace_back(fd);
  }
  return sockets;
}

void ServiceManager::say(std::string_view state) const {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (socket_.empty() || socket_.size() >= sizeof(address.sun_path)) return;
  if (socket_.front() != '/' && socket_.front() != '@') return;
  std::memcpy(address.sun_path, socket_.data(), socket_.size());
  if (socket_.front() == '@') address.sun_path[0] = '\0';
  const UniqueFd fd(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!fd) return;
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + socket_.size());
  sendto(fd.get(), state.data(), state.size(), MSG_NOSIGNAL,
         reinterpret_cast<const sockaddr*>(&address), size);
}

std::optional<Duration> watchdog_interval(const SystemdEnvironment& environment, pid_t self) {
  const auto micros = parse_unsigned<std::uint64_t>(environment.watchdog_usec);
  const std::string& pid = environment.watchdog_pid;
  constexpr std::uint64_t kMost = 86'400'000'000;
  if (!micros || *micros < 2 || (!pid.empty() && !is_meant_for(pid, self))) return std::nullopt;
  return std::chrono::microseconds(static_cast<std::int64_t>(std::min(*micros, kMost) / 2));
}

Ticker::Ticker(Duration interval, std::function<void()> tick)
    : thread_([this, interval, tick = std::move(tick)](const std::stop_token& stop) {
        while (!stop.stop_requested()) {
          tick();
          MutexLock lock(mutex_);
          never_.wait_for(mutex_, stop, interval, [] { return false; });
        }
      }) {}

Ticker::~Ticker() {
  thread_.request_stop();
  thread_.join();
}

}  // namespace pge
