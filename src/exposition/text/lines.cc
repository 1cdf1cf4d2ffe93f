// SPDX-License-Identifier: Apache-2.0
#include "exposition/text/lines.h"

#include <algorithm>
#include <cassert>

#include "exposition/text/number.h"

namespace pge {

namespace {

double merged(Merge rule, double a, double b) {
  switch (rule) {
    case Merge::add:
      return a + b;
    case Merge::one:
      return 1;
    case Merge::least:
      return std::min(a, b);
  }
  return a;
}

}  // namespace

void Lines::add(double value, std::initializer_list<EscapedLabel> labels) {
  assert(labels.size() == family_.labels.size());
  rows_.push_back({labels_.size(), value});
  labels_.insert(labels_.end(), labels);
}

std::strong_ordering Lines::compare(const Row& a, const Row& b) const {
  for (const std::uint8_t label : family_.labels.sort_order()) {
    const auto order = labels_[a.first_label + label] <=> labels_[b.first_label + label];
    if (order != 0) return order;
  }
  return std::strong_ordering::equal;
}

void Lines::sort_and_merge() {
  const auto before = [this](const Row& a, const Row& b) {
    const auto order = compare(a, b);
    // Equal ones as they came, so that the same rows always add up to the same sum.
    return order == 0 ? a.first_label < b.first_label : order < 0;
  };
  if (!std::ranges::is_sorted(rows_, before)) std::ranges::sort(rows_, before);
  std::size_t kept = 0;
  for (std::size_t i = 1; i < rows_.size(); ++i) {
    if (compare(rows_[kept], rows_[i]) == 0) {
      rows_[kept].value = merged(family_.merge, rows_[kept].value, rows_[i].value);
    } else {
      rows_[++kept] = rows_[i];
    }
  }
  if (!rows_.empty()) rows_.resize(kept + 1);
}

void Lines::append_line(std::string& out, const Row& row) const {
  out += family_.name;
  char separator = '{';
  const EscapedLabel* label = labels_.data() + row.first_label;
  for (const std::string_view name : family_.labels.names()) {
    out += separator;
    out += name;
    out += "=\"";
    out += (label++)->text();
    out += '"';
    separator = ',';
  }
  out += family_.labels.size() == 0 ? " " : "} ";
  if (family_.value_style == ValueStyle::decimal) {
    append_decimal(out, row.value);
  } else {
    append_number(out, row.value);
  }
  out += '\n';
}

void Lines::append_to(std::string& out) {
  sort_and_merge();
  for (const Row& row : rows_) append_line(out, row);
  rows_.clear();
  labels_.clear();
}

namespace {

std::string_view type_word(MetricType type, bool openmetrics) {
  if (type == MetricType::counter) return "counter";
  return type == MetricType::info && openmetrics ? "info" : "gauge";
}

std::string_view without_ending(const Family& family) {
  constexpr std::string_view kTotal = "_total";
  constexpr std::string_view kInfo = "_info";
  std::string_view name = family.name;
  if (family.type == MetricType::counter && name.ends_with(kTotal))
    name.remove_suffix(kTotal.size());
  if (family.type == MetricType::info && name.ends_with(kInfo)) name.remove_suffix(kInfo.size());
  return name;
}

void append_help(std::string& out, std::string_view name, std::string_view help, bool openmetrics) {
  out.append("# HELP ").append(name) += ' ';
  const std::size_t begin = out.size();
  append_escaped_help(out, help);
  if (openmetrics) {
    for (std::size_t at = out.find('"', begin); at != std::string::npos; at = out.find('"', at + 2))
      out.insert(at, 1, '\\');
  }
  out += '\n';
}

void append_type(std::string& out, std::string_view name, std::string_view type) {
  out.append("# TYPE ").append(name).append(" ").append(type) += '\n';
}

}  // namespace

void append_head(std::string& out, const Family& family, Format format) {
  const bool openmetrics = is_openmetrics(format);
  const std::string_view name = openmetrics ? without_ending(family) : family.name;
  const std::string_view type = type_word(family.type, openmetrics);
  if (openmetrics) append_type(out, name, type);
  append_help(out, name, family.help, openmetrics);
  if (!openmetrics) append_type(out, name, type);
}

}  // namespace pge
