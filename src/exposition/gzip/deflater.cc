// SPDX-License-Identifier: Apache-2.0
#include "exposition/gzip/deflater.h"

#include <zlib.h>

#include <cstdlib>

namespace pge {
namespace {

constexpr int kRaw = -15;  // no header; the largest window
constexpr int kMemory = 8;
constexpr int kLevelOfShared = 6;  // made once, sent often

}  // namespace

struct Deflater::Impl {
  z_stream stream{};
};

Deflater::Deflater(int level) : impl_(std::make_unique<Impl>()) {
  // Fails for want of memory alone, and then nothing else would work either.
  if (::deflateInit2(&impl_->stream, level, Z_DEFLATED, kRaw, kMemory, Z_DEFAULT_STRATEGY) != Z_OK)
    std::abort();
}

Deflater::~Deflater() { ::deflateEnd(&impl_->stream); }

std::string Deflater::deflate(std::string_view text) {
  std::string out;
  if (text.empty()) return out;
  z_stream& stream = impl_->stream;
  ::deflateReset(&stream);
  constexpr std::size_t kFlush = 16;  // an empty stored block and what was pending
  out.resize(::deflateBound(&stream, text.size()) + kFlush);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  ::deflate(&stream, Z_FULL_FLUSH);
  if (stream.avail_in != 0 || stream.avail_out == 0) std::abort();  // deflateBound would have lied
  out.resize(out.size() - stream.avail_out);
  return out;
}

std::string_view LazyDeflate::of(std::string_view text) const {
  std::call_once(once_, [&] {
    bytes_ = Deflater(kLevelOfShared).deflate(text);
    bytes_.shrink_to_fit();
  });
  return bytes_;
}

}  // namespace pge
