// SPDX-License-Identifier: Apache-2.0
#include "base/dir_watch.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <utility>

#include "base/unique_fd.h"

namespace pge {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostDirectories = 64;
constexpr std::uint32_t kEvents = IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_CLOSE_WRITE |
                                  IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR;
constexpr std::uint32_t kItselfGone = IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED | IN_UNMOUNT;

struct Identity {
  dev_t device = 0;
  ino_t inode = 0;

  bool operator==(const Identity&) const = default;
};

std::optional<Identity> identity_of(const fs::path& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return Identity{status.st_dev, status.st_ino};
}

bool is_missing(int error) { return error == ENOENT || error == ENOTDIR; }

}  // namespace

struct DirWatch::Impl {
  // A directory that was asked for, and the one that is watched for it: itself or a parent.
  struct Target {
    fs::path given;
    fs::path wanted;  // absolute
    fs::path watched{};
    std::string awaited{};  // the name missing in a parent; empty where `watched` is it
    std::optional<Identity> identity{};
    int watch = -1;
    bool changed = false;
  };

  Impl(std::vector<fs::path> directories, Changed on_changed, Failed on_failed, Options with);
  void run(const std::stop_token& stop);

  void open();
  void attach(Target& target);
  int watch_nearest(Target& target, int& error);
  void detach(int watch);
  bool still_right(const Target& target) const;
  void look();
  void read_events();
  void handle(const inotify_event& event, std::string_view name);
  void tell();
  void problem(int number, const fs::path& where);

  Changed changed;
  Failed failed;
  Options options;
  std::vector<Target> targets;
  UniqueFd inotify;
  UniqueFd stopped{::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
  std::optional<Error> untold;  // a problem not yet reported
  bool failing = false;         // reported, and not better since
};

DirWatch::Impl::Impl(std::vector<fs::path> directories, Changed on_changed, Failed on_failed,
                     Options with)
    : changed(std::move(on_changed)), failed(std::move(on_failed)), options(with) {
  if (directories.size() > kMostDirectories) {
    untold = Error{ErrorKind::unsupported, "too many directories to watch", {}, {}};
    directories.resize(kMostDirectories);
  }
  for (fs::path& directory : directories) {
    std::error_code ignored;
    fs::path wanted = fs::absolute(directory, ignored).lexically_normal();
    if (!wanted.has_filename()) wanted = wanted.parent_path();  // a slash at the end
    targets.push_back({.given = std::move(directory), .wanted = std::move(wanted)});
  }
  look();
  for (Target& target : targets) target.changed = false;
}

void DirWatch::Impl::problem(int number, const fs::path& where) {
  if (failing) return;
  failing = true;
  untold = error_from_errno(number, "inotify: " + where.string());
  if (number == ENOSPC || number == EMFILE)
    untold->remedy = "raise fs.inotify.max_user_watches or max_user_instances; polling goes on";
}

void DirWatch::Impl::open() {
  if (inotify) return;
  inotify.reset(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
  if (!inotify) problem(errno, "init");
}

// The watch on the nearest existing directory; -1 and the error where none can be had.
int DirWatch::Impl::watch_nearest(Target& target, int& error) {
  target.watched = target.wanted;
  target.awaited.clear();
  for (;;) {
    const int watch = ::inotify_add_watch(inotify.get(), target.watched.c_str(), kEvents);
    if (watch >= 0) return watch;
    error = errno;
    if (!is_missing(error) || !target.watched.has_relative_path()) return -1;
    target.awaited = target.watched.filename().string();
    target.watched = target.watched.parent_path();
  }
}

void DirWatch::Impl::attach(Target& target) {
  const int before = std::exchange(target.watch, -1);
  const std::optional<Identity> identity_before = std::exchange(target.identity, std::nullopt);
  const bool was_there = before >= 0 && target.awaited.empty();
  // What is awaited may appear between the look at it and the watch on its parent: then once more.
  for (int rounds = 0; rounds < 16; ++rounds) {
    int error = 0;
    const int last = target.watch;
    target.watch = watch_nearest(target, error);
    if (last != target.watch) detach(last);
    if (target.watch < 0) problem(error, target.watched);
    if (target.watch < 0 || target.awaited.empty() || !identity_of(target.watched / target.awaited))
      break;
  }
  if (target.watch >= 0) target.identity = identity_of(target.watched);
  if (before != target.watch) detach(before);
  const bool is_there = target.watch >= 0 && target.awaited.empty();
  if (is_there != was_there || (is_there && target.identity != identity_before))
    target.changed = true;
}

void DirWatch::Impl::detach(int watch) {
  const auto used = [&](const Target& target) { return target.watch == watch; };
  if (watch >= 0 && std::ranges::none_of(targets, used))
    ::inotify_rm_watch(inotify.get(), watch);  // fails where the kernel has removed it already
}

bool DirWatch::Impl::still_right(const Target& target) const {
  if (target.watch < 0 || identity_of(target.watched) != target.identity) return false;
  return target.awaited.empty() || !identity_of(target.watched / target.awaited);
}

void DirWatch::Impl::look() {
  open();
  if (!inotify) return;
  for (Target& target : targets) {
    if (!still_right(target)) attach(target);
  }
  const auto watched = [](const Target& target) { return target.watch >= 0; };
  if (std::ranges::all_of(targets, watched)) failing = false;
}

void DirWatch::Impl::handle(const inotify_event& event, std::string_view name) {
  for (Target& target : targets) {
    const bool overflow = (event.mask & IN_Q_OVERFLOW) != 0;
    if (target.watch != event.wd && !overflow) continue;
    if (target.awaited.empty()) target.changed = true;
    const bool gone = (event.mask & kItselfGone) != 0;
    if (gone) target.identity.reset();
    if (gone || overflow || name == target.awaited) attach(target);
  }
}

void DirWatch::Impl::read_events() {
  alignas(inotify_event) char buffer[16384];
  for (;;) {
    const ssize_t size = ::read(inotify.get(), buffer, sizeof(buffer));
    if (size <= 0) return;
    for (const char* at = buffer; at < buffer + size;) {
      inotify_event event{};
      std::memcpy(&event, at, sizeof(event));
      // The name is padded with zeros.
      const char* const name = at + sizeof(event);
      handle(event, std::string_view(name, ::strnlen(name, event.len)));
      at = name + event.len;
    }
    tell();
  }
}

void DirWatch::Impl::tell() {
  if (const std::optional<Error> error = std::exchange(untold, std::nullopt)) failed(*error);
  for (Target& target : targets) {
    if (std::exchange(target.changed, false)) changed(target.given);
  }
}

void DirWatch::Impl::run(const std::stop_token& stop) {
  const std::stop_callback wake(stop, [this] { ::eventfd_write(stopped.get(), 1); });
  const auto every = std::chrono::ceil<std::chrono::milliseconds>(options.look_every);
  auto next_look = std::chrono::steady_clock::now() + every;
  tell();
  while (!stop.stop_requested()) {
    pollfd entries[] = {{stopped.get(), POLLIN, 0}, {inotify.get(), POLLIN, 0}};
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(next_look - std::chrono::steady_clock::now());
    const auto wait = std::clamp<std::int64_t>(left.count(), 0, 3'600'000);
    ::poll(entries, 2, static_cast<int>(wait));  // a negative descriptor is left out
    if (stop.stop_requested()) return;
    if ((entries[1].revents & POLLIN) != 0) read_events();
    if (std::chrono::steady_clock::now() >= next_look) {
      look();
      tell();
      next_look = std::chrono::steady_clock::now() + every;
    }
  }
}

DirWatch::DirWatch(std::vector<fs::path> directories, Changed changed, Failed failed,
                   Options options)
    : impl_(std::make_unique<Impl>(std::move(directories), std::move(changed), std::move(failed),
                                   options)),
      thread_([impl = impl_.get()](const std::stop_token& stop) { impl->run(stop); }) {}

DirWatch::~DirWatch() = default;

}  // namespace pge
