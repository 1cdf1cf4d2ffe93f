// SPDX-License-Identifier: Apache-2.0
#include "app/process/heap.h"

#include <malloc.h>
#include <unistd.h>

#include "base/host_fs.h"
#include "base/strings.h"

namespace pge {

std::optional<HeapUse> heap_use() {
  const struct mallinfo2 heap = ::mallinfo2();
  if (heap.arena == 0) return std::nullopt;
  const auto statm = HostFs("/").read("/proc/self/statm", 4096);
  const long page = ::sysconf(_SC_PAGESIZE);
  if (!statm || page <= 0) return std::nullopt;
  const auto fields = split(trim(*statm), ' ');  // size resident shared …, in pages
  const auto pages = fields.size() > 1 ? parse_unsigned(fields[1]) : std::nullopt;
  if (!pages) return std::nullopt;
  return HeapUse{*pages * static_cast<std::uint64_t>(page), heap.uordblks + heap.hblkhd};
}

bool HeapTrimmer::tick(SteadyTime now) {
  if (now < next_) return false;
  next_ = now + kEvery;
  const auto before = heap_use();
  if (!before || before->idle() < idle_after_ + kWorthIt) return false;
  ::malloc_trim(0);
  const auto after = heap_use();
  // What could not be given back is not tried again before more has come.
  idle_after_ = after ? after->idle() : before->idle();
  return true;
}

}  // namespace pge
