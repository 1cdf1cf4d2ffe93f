// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/stat.h>
#include <sys/un.h>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>

#include "base/clock.h"
#include "base/result.h"
#include "base/unique_fd.h"

namespace pge {

// Which file stands at a path. The modification time is part of it because file systems give the
// number of a removed inode to the next file; for a socket it stays what it was at creation.
struct FileIdentity {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::int64_t modified_ns = 0;

  bool operator==(const FileIdentity&) const = default;
};

Result<FileIdentity> identify(const std::string& path);

struct UnixConnection {
  UniqueFd fd;  // non-blocking, close-on-exec
  FileIdentity file;
};

// The longest path that the system takes for a socket, in bytes.
inline constexpr std::size_t kLongestSocketPath = sizeof(sockaddr_un::sun_path) - 1;

// One try to connect to the stream socket at `path`; never blocks. Says what is wrong with the path
// where something is: too long, not a socket (`unsupported`), not ours to open, nobody listening.
Result<UnixConnection> connect_unix(const std::string& path);

// Sleeps for `time` or until a stop is requested, then false.
bool sleep_unless_stopped(Duration time, std::stop_token stop);

}  // namespace pge
