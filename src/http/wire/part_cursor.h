// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/uio.h>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/parts.h"

namespace pge {

// Where a scatter write of a head and the parts of a body stands. Nothing is copied; the parts stay
// owned until the cursor dies.
class PartCursor {
 public:
  // As much as one system call is handed: enough to fill any socket buffer, small enough that no
  // client holds the loop for long.
  static constexpr std::size_t kMostPieces = 256;  // below IOV_MAX; 4 KiB of iovec a connection
  static constexpr std::size_t kMostBytes = 4U << 20;

  PartCursor(std::string head, Parts body);

  std::size_t remaining() const { return remaining_; }
  // The next pieces to write; valid until the next call. Empty when all is written.
  std::span<const iovec> next();
  void advance(std::size_t written);

 private:
  std::string head_;
  Parts body_;
  std::size_t index_ = 0;   // 0 is the head, i the part i - 1
  std::size_t offset_ = 0;  // into it
  std::size_t remaining_;
  std::vector<iovec> pieces_;

  std::string_view piece(std::size_t index) const {
    return index == 0 ? std::string_view(head_) : body_[index - 1].bytes;
  }
};

}  // namespace pge
