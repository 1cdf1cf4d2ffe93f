// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace pge::testing {

// The bytes of a file below testdata/; throws where there is none.
std::string testdata(std::string_view name);

inline std::string checkpoint_file(const std::string& name) {
  return testdata("checkpoints/" + name);
}

}  // namespace pge::testing
