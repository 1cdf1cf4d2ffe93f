// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

namespace pge {

// A file below testdata/checkpoints.
inline std::string checkpoint_file(const std::string& name) {
  std::ifstream in(std::string(PGE_SOURCE_DIR) + "/testdata/checkpoints/" + name, std::ios::binary);
  EXPECT_TRUE(in.is_open()) << name;
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace pge
