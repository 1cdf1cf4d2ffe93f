// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace pge {

// Compresses texts one by one so that the results, in a row, are one deflate stream: each ends on a
// byte and refers to nothing before itself (zlib's full flush). One thread at a time.
class Deflater {
 public:
  explicit Deflater(int level);
  ~Deflater();
  Deflater(const Deflater&) = delete;
  Deflater& operator=(const Deflater&) = delete;

  std::string deflate(std::string_view text);  // of an empty text: nothing

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// The compressed form of a text that does not change: made by the first who asks, once for all who
// ask meanwhile. Safe from any thread.
class LazyDeflate {
 public:
  std::string_view of(std::string_view text) const;

 private:
  mutable std::once_flag once_;
  mutable std::string bytes_;
};

}  // namespace pge
