// SPDX-License-Identifier: Apache-2.0
#include "kube/unix_socket.h"

#include <sys/socket.h>

#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <mutex>

namespace pge {
namespace {

constexpr const char* kPermissionRemedy =
    "run as uid 0 or with CAP_DAC_OVERRIDE; where SELinux is enforcing, as a privileged container";

std::string_view kind_of_file(mode_t mode) {
  if (S_ISREG(mode)) return "a regular file";
  if (S_ISDIR(mode)) return "a directory";
  if (S_ISFIFO(mode)) return "a FIFO";
  return "a device";
}

Error path_error(int number, const std::string& path) {
  Error error = error_from_errno(number, path);
  if (number == EACCES || number == EPERM) error.remedy = kPermissionRemedy;
  if (number == ELOOP) {
    error.kind = ErrorKind::unsupported;
    error.remedy = "links at this path lead in a circle";
  }
  return error;
}

Result<struct stat> stat_socket(const std::string& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) return std::unexpected(path_error(errno, path));
  return status;
}

FileIdentity identity_of(const struct stat& status) {
  return {status.st_dev, status.st_ino,
          status.st_mtim.tv_sec * std::int64_t{1'000'000'000} + status.st_mtim.tv_nsec};
}

Result<UniqueFd> connect_once(const std::string& path) {
  UniqueFd fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!fd) return std::unexpected(error_from_errno(errno, "socket"));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, path.data(), path.size());
  // A sockaddr_un is a sockaddr: the way of the socket interface.
  if (::connect(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0)
    return fd;
  if (errno == ECONNREFUSED)
    return fail(ErrorKind::unavailable, "nobody listens on the socket", path,
                "is the kubelet running?");
  if (errno == EAGAIN)
    return fail(ErrorKind::unavailable, "the queue of the socket is full: nobody accepts", path,
                "the kubelet hangs or is overrun; look at its log");
  return std::unexpected(path_error(errno, path));
}

}  // namespace

Result<FileIdentity> identify(const std::string& path) {
  const Result<struct stat> status = stat_socket(path);
  if (!status) return std::unexpected(status.error());
  return identity_of(*status);
}

Result<UnixConnection> connect_unix(const std::string& path) {
  if (path.empty() || path.find('\0') != std::string::npos)
    return fail(ErrorKind::malformed, "not a path of a socket", path);
  if (path.size() > kLongestSocketPath)
    return fail(ErrorKind::malformed,
                "the path has " + std::to_string(path.size()) +
                    " bytes; the system allows a socket's path at most " +
                    std::to_string(kLongestSocketPath),
                path, "mount or link the directory at a shorter path");
  // The file may be replaced between looking at it and connecting: then look again. Somebody who
  // replaces it all the time is not the kubelet.
  for (int tries = 0; tries < 5; ++tries) {
    const Result<struct stat> before = stat_socket(path);
    if (!before) return std::unexpected(before.error());
    if (!S_ISSOCK(before->st_mode))
      return fail(ErrorKind::unsupported,
                  "there is " + std::string(kind_of_file(before->st_mode)) + ", not a socket", path,
                  "name the kubelet's pod-resources/kubelet.sock; where a container runtime made "
                  "this for a mount, mount the directory of the socket");
    Result<UniqueFd> fd = connect_once(path);
    if (!fd) return std::unexpected(fd.error());
    const Result<FileIdentity> after = identify(path);
    if (after && *after == identity_of(*before)) return UnixConnection{std::move(*fd), *after};
  }
  return fail(ErrorKind::unavailable, "the socket is replaced over and over", path);
}

bool sleep_unless_stopped(Duration time, std::stop_token stop) {
  std::mutex mutex;
  std::condition_variable_any wake;
  std::unique_lock lock(mutex);
  wake.wait_for(lock, stop, time, [] { return false; });
  return !stop.stop_requested();
}

}  // namespace pge
