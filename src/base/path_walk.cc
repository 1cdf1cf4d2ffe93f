// SPDX-License-Identifier: Apache-2.0
#include "base/path_walk.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>

#include <array>
#include <cerrno>
#include <climits>
#include <ranges>
#include <utility>
#include <vector>

#include "base/strings.h"

namespace pge {
namespace {

constexpr unsigned kMostLinks = 40;      // as in the kernel
constexpr std::size_t kMostDepth = 128;  // one descriptor is held for each directory on the way

class Walk {
 public:
  Walk(int root_fd, std::string_view path, bool follow_last)
      : root_(root_fd), follow_last_(follow_last), whole_(path) {
    push(path);
  }

  Result<Walked> run() {
    while (!pending_.empty()) {
      const std::string name = std::move(pending_.back());
      pending_.pop_back();
      if (name == ".." && !steps_.empty()) steps_.pop_back();
      if (name == ".." || name == ".") continue;
      UniqueFd fd(::openat(here(), name.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
      if (!fd && errno == ENOENT && pending_.empty()) return finish(name, false);
      if (!fd) return fail(errno);
      struct stat info{};
      if (::fstat(fd.get(), &info) != 0) return fail(errno);
      const bool last = pending_.empty();
      if (S_ISLNK(info.st_mode) && (!last || follow_last_)) {
        if (const int error = follow(fd.get()); error != 0) return fail(error);
        continue;
      }
      if (last) return finish(name, true);
      if (!S_ISDIR(info.st_mode)) return fail(ENOTDIR);
      if (steps_.size() == kMostDepth) return fail(ENAMETOOLONG);
      steps_.push_back({std::move(fd), name});
    }
    return finish(".", true);
  }

 private:
  struct Step {
    UniqueFd fd;
    std::string name;
  };

  int here() const { return steps_.empty() ? root_ : steps_.back().fd.get(); }

  void push(std::string_view path) {
    // A slash or dot at the end stays, as it says that what stands before is a directory.
    if (path.ends_with('/')) pending_.emplace_back(".");
    for (const std::string_view piece : split(path, '/') | std::views::reverse) {
      if (!piece.empty()) pending_.emplace_back(piece);
    }
  }

  int follow(int link) {
    if (++links_ > kMostLinks) return ELOOP;
    std::array<char, PATH_MAX> target{};
    const ssize_t size = ::readlinkat(link, "", target.data(), target.size());
    if (size < 0) return errno;
    const std::string_view text(target.data(), static_cast<std::size_t>(size));
    if (text.starts_with('/')) {
      struct statfs system{};
      if (::fstatfs(link, &system) != 0) return errno;
      // exe, cwd, root and fd/N of a process: the text of such a link is not where it leads.
      if (system.f_type == PROC_SUPER_MAGIC) return ELOOP;
      steps_.clear();
    }
    push(text);
    return 0;
  }

  Result<Walked> finish(std::string name, bool exists) {
    Walked walked;
    for (const Step& step : steps_) walked.path += step.name + '/';
    if (name != ".") walked.path += name;
    if (name == "." && !walked.path.empty()) walked.path.pop_back();
    walked.parent = UniqueFd(::openat(here(), ".", O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!walked.parent) return fail(errno);
    walked.name = std::move(name);
    walked.exists = exists;
    return walked;
  }

  std::unexpected<Error> fail(int number) const {
    return std::unexpected(error_from_errno(number, std::string(whole_)));
  }

  int root_;
  bool follow_last_;
  std::string_view whole_;
  std::vector<Step> steps_;           // directories from the root to here
  std::vector<std::string> pending_;  // what is left to walk, next component last
  unsigned links_ = 0;
};

}  // namespace

Result<Walked> walk_path(int root_fd, std::string_view path, bool follow_last) {
  return Walk(root_fd, path, follow_last).run();
}

Result<UniqueFd> open_by_walk(int root_fd, std::string_view path, int flags) {
  auto walked = walk_path(root_fd, path, (flags & O_NOFOLLOW) == 0);
  if (!walked) return std::unexpected(std::move(walked.error()));
  UniqueFd fd(::openat(walked->parent.get(), walked->name.c_str(), flags | O_NOFOLLOW | O_CLOEXEC));
  if (!fd) return std::unexpected(error_from_errno(errno, std::string(path)));
  return fd;
}

}  // namespace pge
