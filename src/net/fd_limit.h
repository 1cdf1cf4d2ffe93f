// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace pge {

// Raises the soft limit of open files to the hard one and returns what holds now. Container
// runtimes hand out soft limits (1024) below what a server with many clients needs.
std::uint64_t raise_fd_limit();

}  // namespace pge
