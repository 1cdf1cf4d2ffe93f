// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/host_fs.h"
#include "exposition/self_input.h"

namespace pge {

// The standard process_* figures of this process, from /proc/self (proc(5)) and its resource
// limits; what cannot be read stays empty. The heap's size is not among them: glibc finds it only
// by walking every free block. Never blocks for long; any thread.
ProcessStats read_process_stats();

// The same from a /proc below `host`.
ProcessStats read_process_stats(const HostFs& host);

}  // namespace pge
