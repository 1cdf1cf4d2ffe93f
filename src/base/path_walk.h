// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "base/unique_fd.h"

namespace pge {

// Where a path leads, found one component at a time with every symbolic link resolved below a root.
struct Walked {
  UniqueFd parent;     // O_PATH, the directory that holds `name`
  std::string name;    // last component; "." for the root itself
  std::string path;    // from the root, without links, "." and ".."; empty for the root itself
  bool exists = true;  // only the last component may be missing
};

// Resolves `path` below the directory `root_fd`; ".." and absolute links stop at the root, links of
// /proc that lead to other processes' files are refused. A last component that is a link is
// followed only if `follow_last` is set. What openat2 does in the kernel, for kernels and sandboxes
// without it, and for those who need the text of the path. A rename during the walk can make it
// fail, not leave the root.
Result<Walked> walk_path(int root_fd, std::string_view path, bool follow_last = true);

// openat() at the end of that walk. `flags` with O_NOFOLLOW opens a link itself (with O_PATH).
Result<UniqueFd> open_by_walk(int root_fd, std::string_view path, int flags);

}  // namespace pge
