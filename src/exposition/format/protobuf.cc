// SPDX-License-Identifier: Apache-2.0
#include "exposition/format/protobuf.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdint>
#include <limits>

namespace pge {
namespace {

// Field numbers of MetricFamily, Metric, LabelPair, and Gauge and Counter.
constexpr unsigned kName = 1;
constexpr unsigned kHelp = 2;
constexpr unsigned kType = 3;
constexpr unsigned kMetric = 4;
constexpr unsigned kLabel = 1;
constexpr unsigned kGauge = 2;
constexpr unsigned kCounter = 3;
constexpr unsigned kLabelName = 1;
constexpr unsigned kLabelValue = 2;
constexpr unsigned kValue = 1;
constexpr std::uint64_t kTypeCounter = 0;
constexpr std::uint64_t kTypeGauge = 1;

void put_varint(std::string& out, std::uint64_t value) {
  for (; value > 127; value >>= 7) out += static_cast<char>((value & 127) | 128);
  out += static_cast<char>(value);
}

void put_bytes(std::string& out, unsigned field, std::string_view bytes) {
  put_varint(out, field << 3 | 2);
  put_varint(out, bytes.size());
  out += bytes;
}

void put_double(std::string& out, unsigned field, double value) {
  put_varint(out, field << 3 | 1);
  const auto bits = std::bit_cast<std::uint64_t>(value);
  for (int byte = 0; byte < 8; ++byte) out += static_cast<char>(bits >> (8 * byte) & 0xFF);
}

double number_of(std::string_view text) {
  double value = std::numeric_limits<double>::quiet_NaN();
  if (text.starts_with('+')) text.remove_prefix(1);
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

std::string unescaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      out += text[i];
    } else {
      const char next = text[++i];
      out += next == 'n' ? '\n' : next;
    }
  }
  return out;
}

// Behind the closing quote of a label value that starts at `begin`.
std::size_t end_of_value(std::string_view line, std::size_t begin) {
  while (begin < line.size() && line[begin] != '"') begin += line[begin] == '\\' ? 2U : 1U;
  return begin;
}

class Encoder {
 public:
  void line(std::string_view text) {
    constexpr std::string_view kHelpLine = "# HELP ";
    constexpr std::string_view kTypeLine = "# TYPE ";
    if (text.starts_with(kHelpLine)) {
      finish_family();
      const auto [name, rest] = word(text.substr(kHelpLine.size()));
      name_ = name;
      help_ = unescaped(rest);
    } else if (text.starts_with(kTypeLine)) {
      counter_ = text.ends_with(" counter");
    } else if (!text.empty()) {
      sample(text);
    }
  }

  std::string finish() {
    finish_family();
    return std::move(out_);
  }

 private:
  static std::pair<std::string_view, std::string_view> word(std::string_view text) {
    const std::size_t blank = text.find(' ');
    if (blank == std::string_view::npos) return {text, {}};
    return {text.substr(0, blank), text.substr(blank + 1)};
  }

  void sample(std::string_view text) {
    std::string metric;
    std::size_t at = text.find_first_of("{ ");
    if (at != std::string_view::npos && text[at] == '{') {
      for (++at; at < text.size() && text[at] != '}';) {
        const std::size_t equals = text.find('=', at);
        if (equals == std::string_view::npos || equals + 2 > text.size()) return;  // not ours
        const std::size_t end = std::min(end_of_value(text, equals + 2), text.size());
        std::string pair;
        put_bytes(pair, kLabelName, text.substr(at, equals - at));
        put_bytes(pair, kLabelValue, unescaped(text.substr(equals + 2, end - equals - 2)));
        put_bytes(metric, kLabel, pair);
        at = end + 1;
        if (at < text.size() && text[at] == ',') ++at;
      }
      ++at;
    }
    std::string value;
    put_double(value, kValue, number_of(text.substr(std::min(at + 1, text.size()))));
    put_bytes(metric, counter_ ? kCounter : kGauge, value);
    put_bytes(metrics_, kMetric, metric);
  }

  void finish_family() {
    if (!metrics_.empty()) {
      std::string family;
      put_bytes(family, kName, name_);
      put_bytes(family, kHelp, help_);
      put_varint(family, kType << 3);
      put_varint(family, counter_ ? kTypeCounter : kTypeGauge);
      family += metrics_;
      put_varint(out_, family.size());
      out_ += family;
    }
    metrics_.clear();
    counter_ = false;
  }

  std::string out_;
  std::string_view name_;
  std::string help_;
  std::string metrics_;
  bool counter_ = false;
};

}  // namespace

std::string protobuf_of(std::string_view text_page) {
  Encoder encoder;
  while (!text_page.empty()) {
    const std::size_t end = std::min(text_page.find('\n'), text_page.size());
    encoder.line(text_page.substr(0, end));
    text_page.remove_prefix(std::min(end + 1, text_page.size()));
  }
  return encoder.finish();
}

}  // namespace pge
