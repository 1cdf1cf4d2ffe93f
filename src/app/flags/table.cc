// SPDX-License-Identifier: Apache-2.0
#include "app/flags/table.h"

#include <algorithm>
#include <array>

#include "app/flags/groups/demo.h"
#include "app/flags/groups/general.h"
#include "app/flags/groups/log.h"
#include "app/flags/groups/metrics.h"
#include "app/flags/groups/node.h"
#include "app/flags/groups/sources.h"
#include "app/flags/groups/web.h"
#include "base/strings.h"

namespace pge::flags {
namespace {

template <std::size_t... Sizes>
constexpr auto joined(const std::array<Flag, Sizes>&... groups) {
  std::array<Flag, (Sizes + ...)> all{};
  auto out = all.begin();
  ((out = std::ranges::copy(groups, out).out), ...);
  return all;
}

// In the order of --help.
constexpr auto kTable = joined(kGeneralFlags, kDemoFlags, kNodeFlags, kSourcesFlags, kMetricsFlags,
                               kWebFlags, kLogFlags);

}  // namespace

std::span<const Flag> table() { return kTable; }

const Flag* find(std::string_view name) {
  const auto it = std::ranges::find(kTable, name, &Flag::name);
  return it == kTable.end() ? nullptr : &*it;
}

std::string variable_of(std::string_view name) {
  std::string variable = "PGE_";
  for (const char c : name) {
    const bool lower = c >= 'a' && c <= 'z';
    variable += c == '.' || c == '-' ? '_' : lower ? static_cast<char>(c - 'a' + 'A') : c;
  }
  return variable;
}

std::string nearest(std::string_view wrong, std::span<const std::string> names) {
  constexpr std::size_t kLongest = 100;  // longer ones are no slips of the finger
  if (wrong.size() > kLongest) return {};
  std::string_view best;
  std::size_t least = std::max<std::size_t>(2, wrong.size() / 3);
  for (const std::string& name : names) {
    // "listen-address" for "web.listen-address": the last part alone
    const std::string_view last = std::string_view(name).substr(name.rfind('.') + 1);
    const std::size_t distance = wrong == last ? 1 : edit_distance(to_lower(wrong), to_lower(name));
    if (distance < least || (distance == least && best.empty())) {
      least = distance;
      best = name;
    }
  }
  return std::string(best);
}

}  // namespace pge::flags
