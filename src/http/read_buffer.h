// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>

namespace pge {

// Bytes received and not yet used. Grows by doubling up to `most` and gives large memory back once
// it is empty.
class ReadBuffer {
 public:
  static constexpr std::size_t kFirst = 1024;
  static constexpr std::size_t kKept = 4096;

  explicit ReadBuffer(std::size_t most) : most_(most) {}

  std::string_view view() const { return {data_.get() + begin_, end_ - begin_}; }
  bool empty() const { return begin_ == end_; }

  void consume(std::size_t bytes) {
    begin_ += bytes;
    if (begin_ != end_) return;
    begin_ = end_ = 0;
    if (capacity_ > kKept) {
      data_.reset();
      capacity_ = 0;
    }
  }

  // Where to read into; empty once `most` bytes are held.
  std::span<char> room() {
    if (begin_ > 0 && !empty()) {
      std::memmove(data_.get(), data_.get() + begin_, end_ - begin_);
      end_ -= begin_;
      begin_ = 0;
    }
    if (end_ == capacity_ && capacity_ < most_) {
      const std::size_t grown = std::min(std::max(kFirst, capacity_ * 2), most_);
      auto larger = std::make_unique_for_overwrite<char[]>(grown);
      if (end_ > 0) std::memcpy(larger.get(), data_.get(), end_);
      data_ = std::move(larger);
      capacity_ = grown;
    }
    return {data_.get() + end_, capacity_ - end_};
  }
  void added(std::size_t bytes) { end_ += bytes; }
  std::size_t capacity() const { return capacity_; }

 private:
  std::size_t most_;
  std::unique_ptr<char[]> data_;
  std::size_t capacity_ = 0;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

}  // namespace pge
