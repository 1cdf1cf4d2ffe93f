// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <string>

namespace pge {

// A pod. `uid` is empty where the source does not know it (PodResources never does).
struct PodRef {
  std::string ns;
  std::string name;
  std::string uid;

  auto operator<=>(const PodRef&) const = default;
  bool same_name(const PodRef& other) const { return name == other.name && ns == other.ns; }
};

}  // namespace pge
