// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"

namespace pge {

// Files of the node, below a root (--host.root). Symbolic links are resolved inside the root, so an
// absolute link of the host does not lead out of it. Nothing is ever opened for writing, and no
// call blocks on a FIFO, a device or a socket: only regular files are read. Links of /proc that
// lead to other processes' files (exe, cwd, root, fd/N) are not followed. Safe from any thread.
class HostFs {
 public:
  explicit HostFs(std::filesystem::path root = "/");

  // Contents of a regular file, at most `limit` bytes (more is `too_large`). A missing file is
  // `not_found`, anything that is not a regular file is `unsupported`.
  Result<std::string> read(const std::filesystem::path& path, std::size_t limit = 16U << 20) const;
  // Names in a directory, sorted, without "." and ".."; more than 2^20 are `too_large`.
  Result<std::vector<std::string>> list(const std::filesystem::path& path) const;
  // What a symbolic link says, as text; anything else is `unsupported`.
  Result<std::string> read_link(const std::filesystem::path& path) const;
  // When something of any kind, links not followed at the end, came into being. Where the file
  // system keeps no such time (NFS, some overlays): the earlier of its last two changes, which for
  // a directory is at the latest when its first entries were made.
  Result<WallTime> birth_time(const std::filesystem::path& path) const;
  // Of any kind. False as well where it cannot be known (no permission on the way).
  bool exists(const std::filesystem::path& path) const;

  // Where `path` lies on the real file system, links resolved inside the root. The last component
  // need not exist.
  Result<std::filesystem::path> resolve(const std::filesystem::path& path) const;
  const std::filesystem::path& root() const { return root_; }

 private:
  std::filesystem::path root_;
};

}  // namespace pge
