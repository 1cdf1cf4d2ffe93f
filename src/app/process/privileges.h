// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

namespace pge {

// What a node exporter may need: to read files and sockets of the kubelet that are not its own, and
// to listen on a port below 1024. Numbers as in linux/capability.h.
std::span<const int> needed_capabilities();

// Gives up what this process never uses, once, at the start, before any other thread exists:
// programs cannot gain rights through us (no_new_privs), memory with other people's data is not
// dumped, and all capabilities but `kept` go. Returns what could not be done, one text each, to be
// logged; none of it is a reason not to run.
std::vector<std::string> drop_privileges(std::span<const int> kept);

// Makes glibc give the memory of big pages back to the system (from 256 KiB on) instead of keeping
// it: half the resident size after a large scrape, as docs/decisions tells. Before any other
// thread.
void tune_allocator();

}  // namespace pge
