// SPDX-License-Identifier: Apache-2.0
#include "exposition/format/protobuf.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>

#include "exposition/fixtures_test.h"
#include "exposition/pages.h"

namespace pge {
namespace {

// A reader of its own: fields of a message in a row.
class Message {
 public:
  explicit Message(std::string_view text) : rest_(text) {}

  bool next() {
    if (rest_.empty()) return false;
    const std::uint64_t tag = varint();
    field = static_cast<unsigned>(tag >> 3);
    switch (tag & 7) {
      case 0:
        number = varint();
        return true;
      case 1:
        std::memcpy(&real, rest_.data(), sizeof(real));
        rest_.remove_prefix(sizeof(real));
        return true;
      case 2: {
        const std::uint64_t size = varint();
        bytes = rest_.substr(0, size);
        EXPECT_EQ(bytes.size(), size);
        rest_.remove_prefix(bytes.size());
        return true;
      }
      default:
        ADD_FAILURE() << "wire type " << (tag & 7);
        return false;
    }
  }
  std::uint64_t varint() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; !rest_.empty(); shift += 7) {
      const auto byte = static_cast<unsigned char>(rest_.front());
      rest_.remove_prefix(1);
      value |= std::uint64_t{byte & 127U} << shift;
      if (byte < 128) break;
    }
    return value;
  }
  std::string_view take(std::uint64_t size) {
    const std::string_view front = rest_.substr(0, size);
    rest_.remove_prefix(front.size());
    return front;
  }
  bool empty() const { return rest_.empty(); }

  unsigned field = 0;
  std::uint64_t number = 0;
  double real = 0;
  std::string_view bytes;

 private:
  std::string_view rest_;
};

std::string label_text(std::string_view bytes) {
  std::string name, value;
  for (Message pair(bytes); pair.next();) (pair.field == 1 ? name : value) = pair.bytes;
  return name + "=" + value + ";";
}

// "name|help|type|label=value;…|value" for each metric, a line each.
std::string read(std::string_view stream) {
  std::string out;
  Message file(stream);
  while (!file.empty()) {
    std::string head, metrics;
    std::uint64_t type = 99;
    Message family(file.take(file.varint()));
    std::vector<std::string> lines;
    while (family.next()) {
      if (family.field == 1 || family.field == 2) head.append(family.bytes) += '|';
      if (family.field == 3) type = family.number;
      if (family.field != 4) continue;
      std::string line, value;
      for (Message metric(family.bytes); metric.next();) {
        if (metric.field == 1) {
          line += label_text(metric.bytes);
        } else {
          Message kind(metric.bytes);
          EXPECT_TRUE(kind.next());
          value = std::to_string(metric.field) + ":" + std::to_string(kind.real);
        }
      }
      lines.push_back(line + "|" + value);
    }
    for (const std::string& line : lines) out += head + std::to_string(type) + "|" + line + "\n";
  }
  return out;
}

TEST(Protobuf, GaugesCountersAndEscapes) {
  EXPECT_EQ(read(protobuf_of("# HELP a_info A \\\\ b\\nc.\n# TYPE a_info gauge\n"
                             "a_info{x=\"1\\\"\\\\\\n,}\",y=\"\"} 1\n"
                             "# HELP empty E.\n# TYPE empty gauge\n"
                             "# HELP c_total C.\n# TYPE c_total counter\n"
                             "c_total 12.5\nc_total{k=\"v\"} +Inf\n"
                             "# HELP n N.\n# TYPE n gauge\nn NaN\nn -3e-07\n")),
            "a_info|A \\ b\nc.|1|x=1\"\\\n,};y=;|2:1.000000\n"
            "c_total|C.|0||3:12.500000\n"
            "c_total|C.|0|k=v;|3:inf\n"
            "n|N.|1||2:nan\n"
            "n|N.|1||2:-0.000000\n");
}

TEST(Protobuf, HasEveryLineOfARealPage) {
  const auto pages = pages_of(mixed_snapshot(), true);
  const std::string text = to_string(metrics_page(*pages, sample_self()));
  const std::string read_back = read(protobuf_of(text));
  const auto samples = [](const std::string& page) {
    std::size_t count = 0;
    for (std::size_t at = 0; at < page.size(); at = page.find('\n', at) + 1)
      count += page[at] != '#';
    return count;
  };
  EXPECT_EQ(samples(read_back), samples(text));
}

TEST(Protobuf, AnyBytesForAPage) {
  for (std::string_view page :
       {"", "\n", "#", "# HELP", "# TYPE", "a", "a{", "a{b", "a{b=", "a{b=\"", "a{b=\"\\",
        "a{b=\"c\"", "a{b=\"c\"}", "a{} ", "{}", "} 1", "a 1x"}) {
    protobuf_of(page);
  }
}

}  // namespace
}  // namespace pge
