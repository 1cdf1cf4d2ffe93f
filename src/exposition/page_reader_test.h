// SPDX-License-Identifier: Apache-2.0
//
// A strict reader of text 0.0.4 for tests, written apart from the code that makes pages.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pge {

struct ReadSample {
  std::vector<std::pair<std::string, std::string>> labels;  // unescaped, in the order of the page
  std::string value;                                        // as written

  const std::string* find(std::string_view label) const;
};

struct ReadFamily {
  std::string name;
  std::string help;
  std::string type;
  std::vector<ReadSample> samples;
};

// Throws std::runtime_error, which names the line, where the page breaks the grammar: anything but
// one HELP, then one TYPE, then samples of that name, for each family; labels of one name in a
// line.
std::vector<ReadFamily> read_page(std::string_view text);

// What is wrong with the order of families and lines, with labels or with the uniqueness of label
// sets; empty if nothing is.
std::string page_faults(const std::vector<ReadFamily>& page);

}  // namespace pge
