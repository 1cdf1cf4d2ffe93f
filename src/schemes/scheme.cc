// SPDX-License-Identifier: Apache-2.0
#include "schemes/scheme.h"

#include <algorithm>
#include <tuple>

namespace pge::schemes {

#include "schemes/scheme_declarations.inc"

namespace {

std::vector<Scheme> make_table() {
  std::vector<Scheme> table = {
#include "schemes/scheme_calls.inc"
  };
  std::ranges::sort(table, [](const Scheme& a, const Scheme& b) {
    return std::tie(a.rank, a.name) < std::tie(b.rank, b.name);
  });
  return table;
}

}  // namespace

std::span<const Scheme> all_schemes() {
  static const std::vector<Scheme> table = make_table();
  return table;
}

}  // namespace pge::schemes
