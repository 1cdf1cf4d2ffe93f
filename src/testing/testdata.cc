// SPDX-License-Identifier: Apache-2.0
#include "testing/testdata.h"

#include <fstream>
#include <iterator>
#include <stdexcept>

namespace pge::testing {

std::string testdata(std::string_view name) {
  const std::string path = std::string(PGE_SOURCE_DIR "/testdata/").append(name);
  std::ifstream in(path, std::ios::binary);
  if (!in.is_open()) throw std::runtime_error("no " + path);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace pge::testing
