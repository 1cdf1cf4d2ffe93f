// SPDX-License-Identifier: Apache-2.0
#include "base/host_fs.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <memory>
#include <optional>

#include "base/path_walk.h"
#include "base/unique_fd.h"

namespace pge {
namespace {

constexpr std::size_t kMostNames = 1U << 20;  // of one directory
constexpr int kReadFlags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;

std::unexpected<Error> errno_of(const std::filesystem::path& path, int number = errno) {
  return std::unexpected(error_from_errno(number, path.string()));
}

// Opens below the root, links resolved inside it.
Result<UniqueFd> open_below(const std::filesystem::path& root, const std::filesystem::path& path,
                            int flags) {
  const std::string& name = path.native();
  // Cut short at the NUL, such a name would be another file's.
  if (name.empty() || name.find('\0') != std::string::npos) {
    return fail(ErrorKind::malformed, "not a file name", name);
  }
  const UniqueFd top(::open(root.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!top) return errno_of(root);
  open_how how{};
  how.flags = static_cast<unsigned>(flags | O_CLOEXEC);
  how.resolve = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS;
  // EAGAIN: something was renamed meanwhile, so that ".." could not be trusted.
  for (int tries = 0; tries < 8; ++tries) {
    const long fd = ::syscall(SYS_openat2, top.get(), name.c_str(), &how, sizeof how);
    if (fd >= 0) return UniqueFd(static_cast<int>(fd));
    if (errno != EAGAIN && errno != EINTR) break;
  }
  // ENOSYS from old kernels, EPERM from sandboxes that do not know the call.
  if (errno == ENOSYS || errno == EPERM) return open_by_walk(top.get(), name, flags);
  return errno_of(path);
}

std::optional<Error> not_regular(int fd, const std::filesystem::path& path) {
  struct stat info{};
  if (::fstat(fd, &info) != 0) return error_from_errno(errno, path.string());
  if (S_ISREG(info.st_mode)) return std::nullopt;
  return Error{ErrorKind::unsupported, "not a regular file", path.string(), {}};
}

WallTime wall_time(const statx_timestamp& time) {
  constexpr std::int64_t kYear2250 = 8'800'000'000;  // nanoseconds end soon after
  const auto since = std::chrono::seconds(std::clamp<std::int64_t>(time.tv_sec, 0, kYear2250)) +
                     std::chrono::nanoseconds(time.tv_nsec);
  return WallTime(std::chrono::duration_cast<WallTime::duration>(since));
}

Result<std::string> read_all(int fd, const std::filesystem::path& path, std::size_t limit) {
  std::string text;
  std::array<char, 32 * 1024> buffer;
  // Sizes are not trusted: files of /proc say 0, those of /sys say 4096, and a log may be growing.
  while (true) {
    const ssize_t got = ::read(fd, buffer.data(), buffer.size());
    if (got == 0) return text;
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return errno_of(path);
    if (static_cast<std::size_t>(got) > limit - text.size()) {
      return fail(ErrorKind::too_large, "more than " + std::to_string(limit) + " bytes",
                  path.string());
    }
    text.append(buffer.data(), static_cast<std::size_t>(got));
  }
}

}  // namespace

HostFs::HostFs(std::filesystem::path root) : root_(std::move(root)) {}

Result<std::string> HostFs::read(const std::filesystem::path& path, std::size_t limit) const {
  // Looked at before it is opened: opening a FIFO or a device can have effects of its own.
  auto looked = open_below(root_, path, O_PATH);
  if (!looked) return std::unexpected(std::move(looked.error()));
  if (auto wrong = not_regular(looked->get(), path)) return std::unexpected(std::move(*wrong));
  auto opened = open_below(root_, path, kReadFlags);
  if (!opened) return std::unexpected(std::move(opened.error()));
  if (auto wrong = not_regular(opened->get(), path)) return std::unexpected(std::move(*wrong));
  return read_all(opened->get(), path, limit);
}

Result<std::vector<std::string>> HostFs::list(const std::filesystem::path& path) const {
  auto opened = open_below(root_, path, kReadFlags | O_DIRECTORY);
  if (!opened && opened.error().kind == ErrorKind::not_found && exists(path)) {
    return fail(ErrorKind::unsupported, "not a directory", path.string());
  }
  if (!opened) return std::unexpected(std::move(opened.error()));
  const std::unique_ptr<DIR, int (*)(DIR*)> dir(::fdopendir(opened->get()), ::closedir);
  if (!dir) return errno_of(path);
  opened->release();
  std::vector<std::string> names;
  while (true) {
    errno = 0;
    const dirent* entry = ::readdir(dir.get());
    if (entry == nullptr && errno != 0) return errno_of(path);
    if (entry == nullptr) break;
    const std::string_view name = entry->d_name;
    if (name == "." || name == "..") continue;
    if (names.size() == kMostNames) {
      return fail(ErrorKind::too_large, "more than a million names", path.string());
    }
    names.emplace_back(name);
  }
  std::ranges::sort(names);
  return names;
}

Result<std::string> HostFs::read_link(const std::filesystem::path& path) const {
  auto opened = open_below(root_, path, O_PATH | O_NOFOLLOW);
  if (!opened) return std::unexpected(std::move(opened.error()));
  std::array<char, PATH_MAX> target{};
  const ssize_t size = ::readlinkat(opened->get(), "", target.data(), target.size());
  // On a descriptor, "not a link" is reported as ENOENT.
  if (size < 0 && (errno == ENOENT || errno == EINVAL)) {
    return fail(ErrorKind::unsupported, "not a symbolic link", path.string());
  }
  if (size < 0) return errno_of(path);
  return std::string(target.data(), static_cast<std::size_t>(size));
}

Result<WallTime> HostFs::birth_time(const std::filesystem::path& path) const {
  auto opened = open_below(root_, path, O_PATH | O_NOFOLLOW);
  if (!opened) return std::unexpected(std::move(opened.error()));
  struct statx info{};
  if (::statx(opened->get(), "", AT_EMPTY_PATH, STATX_BTIME | STATX_MTIME | STATX_CTIME, &info) !=
      0) {
    return errno_of(path);
  }
  if ((info.stx_mask & STATX_BTIME) != 0 && info.stx_btime.tv_sec > 0)
    return wall_time(info.stx_btime);
  return std::min(wall_time(info.stx_mtime), wall_time(info.stx_ctime));
}

bool HostFs::exists(const std::filesystem::path& path) const {
  return open_below(root_, path, O_PATH).has_value();
}

Result<std::filesystem::path> HostFs::resolve(const std::filesystem::path& path) const {
  if (path.native().find('\0') != std::string::npos) {
    return fail(ErrorKind::malformed, "not a file name", path.string());
  }
  const UniqueFd top(::open(root_.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!top) return errno_of(root_);
  auto walked = walk_path(top.get(), path.native());
  if (!walked) return std::unexpected(std::move(walked.error()));
  return walked->path.empty() ? root_ : root_ / walked->path;
}

}  // namespace pge
