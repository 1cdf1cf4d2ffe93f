// SPDX-License-Identifier: Apache-2.0
#include "http/wire/part_cursor.h"

#include <algorithm>

namespace pge {

PartCursor::PartCursor(std::string head, Parts body)
    : head_(std::move(head)), body_(std::move(body)) {
  remaining_ = head_.size() + total_bytes(body_);
}

std::span<const iovec> PartCursor::next() {
  pieces_.clear();
  pieces_.reserve(std::min(body_.size() + 1 - index_, kMostPieces));
  std::size_t offset = offset_;
  std::size_t room = kMostBytes;
  for (std::size_t i = index_; i <= body_.size() && pieces_.size() < kMostPieces && room > 0; ++i) {
    const std::string_view bytes = piece(i).substr(offset, room);
    offset = 0;
    if (bytes.empty()) continue;
    pieces_.push_back({const_cast<char*>(bytes.data()), bytes.size()});
    room -= bytes.size();
  }
  return pieces_;
}

void PartCursor::advance(std::size_t written) {
  remaining_ -= written;
  while (index_ <= body_.size()) {
    const std::size_t left = piece(index_).size() - offset_;
    if (written < left) {
      offset_ += written;
      return;
    }
    written -= left;
    offset_ = 0;
    if (index_ > 0) body_[index_ - 1].owner.reset();  // what is gone need not be kept
    ++index_;
  }
}

}  // namespace pge
