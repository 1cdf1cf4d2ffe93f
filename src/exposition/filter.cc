// SPDX-License-Identifier: Apache-2.0
#include "exposition/filter.h"

#include <algorithm>
#include <optional>

#include "exposition/text/escape.h"

namespace pge {
namespace {

constexpr std::string_view kAlwaysHeaded = "pod_and_gpu_map_info";
constexpr std::string_view kEnd = "# EOF";

// Ends of names that OpenMetrics keeps from the family's name.
constexpr std::string_view kSuffixes[] = {"", "_info", "_total"};

// As it stands between the quotes of a line; behind `{` or `,`, where no value can hold a quote.
std::optional<std::string_view> label_of(std::string_view line, std::string_view name) {
  for (std::size_t at = line.find(name); at != std::string_view::npos;
       at = line.find(name, at + 1)) {
    const std::size_t value = at + name.size() + 2;
    const bool starts = at > 0 && (line[at - 1] == '{' || line[at - 1] == ',');
    if (!starts || value > line.size() || line.substr(at + name.size(), 2) != "=\"") continue;
    std::size_t end = value;
    while (end < line.size() && line[end] != '"') end += line[end] == '\\' ? 2U : 1U;
    return line.substr(value, std::min(end, line.size()) - value);
  }
  return std::nullopt;
}

std::vector<std::string> escaped(const std::vector<std::string>& values) {
  std::vector<std::string> out;
  out.reserve(values.size());
  for (const std::string& value : values) {
    LabelEscaper escape;
    out.emplace_back(escape(value).text());
  }
  return out;
}

class Filter {
 public:
  explicit Filter(const PageFilter& filter)
      : nodes_(escaped(filter.nodes)),
        namespaces_(escaped(filter.namespaces)),
        names_(filter.names) {}

  void line(std::string_view text) {
    if (text.starts_with("# ")) {
      head(text);
    } else if (wanted_ && fits("node", nodes_, text) && fits("namespace", namespaces_, text)) {
      flush_head();
      put(text);
    }
  }

  std::string finish() {
    end_family();
    return std::move(out_);
  }

 private:
  static bool fits(std::string_view label, const std::vector<std::string>& wanted,
                   std::string_view line) {
    if (wanted.empty()) return true;
    const auto value = label_of(line, label);
    return value && std::ranges::find(wanted, *value) != wanted.end();
  }

  bool is_wanted(std::string_view family) const {
    if (names_.empty()) return true;
    return std::ranges::any_of(kSuffixes, [&](std::string_view suffix) {
      return std::ranges::find(names_, std::string(family) + std::string(suffix)) != names_.end();
    });
  }

  // "# HELP <family> …", "# TYPE <family> …"
  void head(std::string_view text) {
    if (text == kEnd) {
      end_family();
      return put(text);
    }
    const std::size_t begin = std::min(text.find(' ', 2) + 1, text.size());
    const std::string_view family = text.substr(begin, text.find(' ', begin) - begin);
    if (family != family_) {
      end_family();
      family_ = family;
      wanted_ = is_wanted(family);
    }
    head_.append(text) += '\n';
  }

  void end_family() {
    if (wanted_ && family_ == kAlwaysHeaded) flush_head();
    head_.clear();
  }

  void flush_head() {
    out_ += head_;
    head_.clear();
  }

  void put(std::string_view text) { out_.append(text) += '\n'; }

  std::vector<std::string> nodes_;
  std::vector<std::string> namespaces_;
  const std::vector<std::string>& names_;
  std::string out_;
  std::string head_;
  std::string_view family_;
  bool wanted_ = false;
};

}  // namespace

std::string filtered(std::string_view page, const PageFilter& filter) {
  Filter lines(filter);
  while (!page.empty()) {
    const std::size_t end = std::min(page.find('\n'), page.size());
    lines.line(page.substr(0, end));
    page.remove_prefix(std::min(end + 1, page.size()));
  }
  return lines.finish();
}

}  // namespace pge
