// SPDX-License-Identifier: Apache-2.0
#include "exposition/page.h"

#include <zlib.h>

#include <array>
#include <string_view>
#include <utility>

#include "exposition/gzip/deflater.h"

namespace pge {
namespace {

constexpr int kLevelOfScrape = 1;  // made for one scrape: quickly
// Deflate, no name, no time, unknown system.
constexpr std::string_view kHeader("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff", 10);
constexpr std::string_view kLastBlock("\x03\x00", 2);

void add(PageSum& sum, std::uint64_t size, std::uint32_t crc) {
  sum.crc = static_cast<std::uint32_t>(::crc32_combine(sum.crc, crc, static_cast<z_off_t>(size)));
  sum.size += size;
}

void add(PageSum& sum, std::string_view text) {
  const auto* bytes = reinterpret_cast<const Bytef*>(text.data());
  add(sum, text.size(), static_cast<std::uint32_t>(::crc32_z(0, bytes, text.size())));
}

// Little endian, as gzip has its numbers.
void append_number(std::string& out, std::uint32_t number) {
  for (int byte = 0; byte < 4; ++byte) out += static_cast<char>(number >> (8 * byte) & 0xFF);
}

class Gzip {
 public:
  void operator()(const std::string& text) { add_text(text); }
  void operator()(const PageTree& tree) {
    flush();
    for (const auto& group : tree.groups()) {
      for (const auto& bucket : group->buckets)
        parts_.push_back({bucket, bucket->deflate.of(bucket->text)});
    }
  }
  void operator()(const LegacyPage& page) {
    Parts plain;
    page.append_to(plain);
    for (const Part& part : plain) add_text(part.bytes);
  }

  Parts finish(const PageSum& sum) {
    own_ += kLastBlock;
    append_number(own_, sum.crc);
    append_number(own_, static_cast<std::uint32_t>(sum.size));
    flush();
    return std::move(parts_);
  }

 private:
  void add_text(std::string_view text) { own_ += deflater_.deflate(text); }
  void flush() {
    if (!own_.empty()) parts_.push_back(make_part(std::exchange(own_, {})));
  }

  Deflater deflater_{kLevelOfScrape};
  std::string own_{kHeader};
  Parts parts_;
};

}  // namespace

Parts plain_parts(Page page) {
  Parts parts;
  for (auto& segment : page) {
    if (auto* text = std::get_if<std::string>(&segment)) {
      if (!text->empty()) parts.push_back(make_part(std::move(*text)));
    } else if (const auto* tree = std::get_if<PageTree>(&segment)) {
      tree->append_to(parts);
    } else {
      std::get<LegacyPage>(segment).append_to(parts);
    }
  }
  return parts;
}

Parts gzip_parts(const Page& page) {
  Gzip gzip;
  for (const auto& segment : page) std::visit(gzip, segment);
  return gzip.finish(sum_of(page));
}

PageSum sum_of(const Page& page) {
  PageSum sum;
  for (const auto& segment : page) {
    if (const auto* text = std::get_if<std::string>(&segment)) {
      add(sum, *text);
    } else if (const auto* tree = std::get_if<PageTree>(&segment)) {
      add(sum, tree->extent().size, tree->extent().crc);
    } else {
      Parts parts;
      std::get<LegacyPage>(segment).append_to(parts);
      for (const Part& part : parts) add(sum, part.bytes);
    }
  }
  return sum;
}

void compress_ahead(const PageTree& tree) {
  for (const auto& group : tree.groups()) {
    for (const auto& bucket : group->buckets) bucket->deflate.of(bucket->text);
  }
}

}  // namespace pge
