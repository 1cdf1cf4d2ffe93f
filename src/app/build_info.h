// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace pge {

// What this binary was built from and with.
struct BuildInfo {
  std::string_view version;
  std::string_view revision;
  std::string_view compiler;
  std::string_view os;
  std::string_view arch;
};

BuildInfo build_info();

}  // namespace pge
