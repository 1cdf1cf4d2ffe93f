// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pge {

// A run of bytes that somebody else keeps alive: how a page travels to a socket without a copy.
struct Part {
  std::shared_ptr<const void> owner;
  std::string_view bytes;
};

using Parts = std::vector<Part>;

inline Part make_part(std::string text) {
  auto owner = std::make_shared<const std::string>(std::move(text));
  return Part{owner, *owner};
}

inline std::size_t total_bytes(const Parts& parts) {
  std::size_t sum = 0;
  for (const Part& part : parts) sum += part.bytes.size();
  return sum;
}

std::string to_string(const Parts& parts);  // a copy; for tests and small bodies

}  // namespace pge
