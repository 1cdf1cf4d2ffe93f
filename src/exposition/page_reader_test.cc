// SPDX-License-Identifier: Apache-2.0
#include "exposition/page_reader_test.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "base/strings.h"

namespace pge {

namespace {

class LineReader {
 public:
  explicit LineReader(std::string_view line) : line_(line), rest_(line) {}

  void expect(std::string_view text) {
    if (!rest_.starts_with(text)) fail("expected " + std::string(text));
    rest_.remove_prefix(text.size());
  }
  bool take(std::string_view text) {
    if (!rest_.starts_with(text)) return false;
    rest_.remove_prefix(text.size());
    return true;
  }
  std::string name() {
    std::size_t length = 0;
    while (length < rest_.size() && is_name_character(rest_[length], length == 0)) ++length;
    if (length == 0) fail("expected a name");
    const std::string name(rest_.substr(0, length));
    rest_.remove_prefix(length);
    return name;
  }
  std::string quoted() {
    expect("\"");
    std::string value;
    while (!take("\"")) {
      if (rest_.empty()) fail("no closing quote");
      const bool escape = take("\\");
      if (rest_.empty()) fail("nothing is escaped");
      const char c = rest_.front();
      rest_.remove_prefix(1);
      if (escape && c != 'n' && c != '"' && c != '\\') fail("unknown escape");
      value += escape && c == 'n' ? '\n' : c;
    }
    return value;
  }
  std::string rest() { return std::string(std::exchange(rest_, {})); }

  [[noreturn]] void fail(const std::string& what) const {
    throw std::runtime_error(what + " in: " + std::string(line_));
  }

 private:
  static bool is_name_character(char c, bool first) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           (!first && c >= '0' && c <= '9');
  }

  std::string_view line_;
  std::string_view rest_;
};

ReadSample read_sample(LineReader& line) {
  ReadSample sample;
  if (line.take("{")) {
    do {
      std::string name = line.name();
      line.expect("=");
      if (sample.find(name) != nullptr) line.fail("label twice");
      sample.labels.emplace_back(std::move(name), line.quoted());
    } while (line.take(","));
    line.expect("}");
  }
  line.expect(" ");
  sample.value = line.rest();
  if (sample.value.find_first_not_of("0123456789.+-eNaInf") != std::string::npos) {
    line.fail("not a value");
  }
  return sample;
}

// The labels by which lines are sorted, and then all others.
std::vector<std::string> sort_key(const ReadSample& sample) {
  std::vector<std::string> key;
  for (const std::string_view name :
       {"node", "namespace", "pod", "pod_name", "container", "UUID", "gpu_id"}) {
    if (const std::string* value = sample.find(name)) key.push_back(*value);
  }
  for (const auto& [name, value] : sample.labels) key.push_back(value);
  return key;
}

std::string lines_faults(const ReadFamily& family) {
  for (std::size_t i = 0; i < family.samples.size(); ++i) {
    const ReadSample& sample = family.samples[i];
    if (!std::ranges::is_sorted(sample.labels)) return family.name + ": labels out of order";
    if (i == 0) continue;
    const auto before = sort_key(family.samples[i - 1]);
    const auto here = sort_key(sample);
    if (before == here) return family.name + ": label set twice";
    if (here < before) return family.name + ": lines out of order";
  }
  return {};
}

constexpr std::string_view kNumbered = "POD_GPU_MAP_INFO_";

// Names compare as bytes, numbered ones by number.
std::pair<std::string, std::uint64_t> name_key(const std::string& name) {
  if (!name.starts_with(kNumbered)) return {name, 0};
  return {std::string(kNumbered), *parse_unsigned(std::string_view(name).substr(kNumbered.size()))};
}

}  // namespace

const std::string* ReadSample::find(std::string_view label) const {
  const auto found = std::ranges::find(labels, label, [](const auto& pair) { return pair.first; });
  return found == labels.end() ? nullptr : &found->second;
}

std::vector<ReadFamily> read_page(std::string_view text) {
  if (!is_valid_utf8(text)) throw std::runtime_error("not UTF-8");
  if (text.find('\r') != std::string_view::npos) throw std::runtime_error("carriage return");
  if (!text.empty() && text.back() != '\n') throw std::runtime_error("no line feed at the end");
  std::vector<ReadFamily> families;
  std::set<std::string> names;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    LineReader line(text.substr(0, end));
    text.remove_prefix(end + 1);
    if (line.take("# HELP ")) {
      ReadFamily family{line.name(), {}, {}, {}};
      if (!names.insert(family.name).second) line.fail("second HELP");
      line.expect(" ");
      family.help = line.rest();
      families.push_back(std::move(family));
    } else if (families.empty()) {
      line.fail("no HELP before");
    } else if (line.take("# TYPE ")) {
      line.expect(families.back().name + " ");
      if (!families.back().type.empty()) line.fail("second TYPE");
      families.back().type = line.rest();
      if (families.back().type != "gauge" && families.back().type != "counter") line.fail("type");
    } else {
      if (families.back().type.empty()) line.fail("no TYPE before");
      line.expect(families.back().name);
      families.back().samples.push_back(read_sample(line));
    }
  }
  return families;
}

std::string page_faults(const std::vector<ReadFamily>& page) {
  for (std::size_t i = 0; i < page.size(); ++i) {
    if (i > 0 && !(name_key(page[i - 1].name) < name_key(page[i].name))) {
      return page[i].name + ": families out of order";
    }
    if (page[i].samples.empty() && page[i].name != "pod_and_gpu_map_info") {
      return page[i].name + ": head without lines";
    }
    if (std::string faults = lines_faults(page[i]); !faults.empty()) return faults;
  }
  return {};
}

namespace {

constexpr std::string_view kHead = "# HELP a A.\n# TYPE a gauge\n";

std::string faults_of(const std::string& lines) {
  return page_faults(read_page(std::string(kHead) + lines));
}

TEST(PageReader, ReadsWhatIsWritten) {
  const auto page = read_page(std::string(kHead) + "a{b=\"\\\\x\\n\\\"\",c=\"\"} 1.0\n");
  ASSERT_EQ(page.size(), 1U);
  EXPECT_EQ(page[0].samples[0].labels[0].second, "\\x\n\"");
  EXPECT_EQ(page[0].samples[0].value, "1.0");
}

TEST(PageReader, SeesBrokenGrammar) {
  for (const char* line :
       {"a{b=\"x} 1\n", "a{b=\"\\x\"} 1\n", "b 1\n", "a 1", "a{b=\"\",b=\"\"} 1\n", "a{b=\"x\"}1\n",
        "a one\n", "# HELP a A.\n", "# TYPE a gauge\n"}) {
    EXPECT_THROW(read_page(std::string(kHead) + line), std::runtime_error) << line;
  }
}

TEST(PageReader, SeesDisorder) {
  EXPECT_EQ(faults_of("a{node=\"1\"} 1\na{node=\"2\"} 1\n"), "");
  EXPECT_EQ(faults_of("a{node=\"1\"} 1\na{node=\"1\"} 2\n"), "a: label set twice");
  EXPECT_EQ(faults_of("a{node=\"2\"} 1\na{node=\"1\"} 1\n"), "a: lines out of order");
  EXPECT_EQ(faults_of("a{b=\"1\",node=\"2\"} 1\na{b=\"2\",node=\"1\"} 1\n"),
            "a: lines out of order");
  EXPECT_EQ(faults_of("a{c=\"\",b=\"\"} 1\n"), "a: labels out of order");
  EXPECT_EQ(faults_of(""), "a: head without lines");
  EXPECT_EQ(faults_of("a 1\n# HELP A A.\n# TYPE A gauge\nA 1\n"), "A: families out of order");
}

}  // namespace

}  // namespace pge
