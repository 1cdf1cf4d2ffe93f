// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "exposition/family.h"
#include "exposition/format/format.h"
#include "exposition/text/escape.h"

namespace pge {

// Collects the rows of one family and writes them as sample lines, which text 0.0.4 and OpenMetrics
// share: in the order of the lines, each label set once (see Family::merge). Rows that come in
// order, nearly all, cost no sorting.
class Lines {
 public:
  explicit Lines(const Family& family) : family_(family) {}

  // `labels`: one value for each of the family's label names, in their order. What the labels view
  // must live until append_to().
  void add(double value, std::initializer_list<EscapedLabel> labels);

  bool empty() const { return rows_.empty(); }
  void append_to(std::string& out);  // forgets the rows

 private:
  struct Row {
    std::size_t first_label;
    double value;
  };

  std::strong_ordering compare(const Row& a, const Row& b) const;
  void sort_and_merge();
  void append_line(std::string& out, const Row& row) const;

  const Family& family_;
  std::vector<EscapedLabel> labels_;
  std::vector<Row> rows_;
};

// "# HELP …" and "# TYPE …" of text 0.0.4; in OpenMetrics TYPE comes first, families of counters
// and infos are named without the ending of their lines, and `info` is a type.
void append_head(std::string& out, const Family& family, Format format = Format::text);

}  // namespace pge
