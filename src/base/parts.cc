// SPDX-License-Identifier: Apache-2.0
#include "base/parts.h"

namespace pge {

std::string to_string(const Parts& parts) {
  std::string text;
  text.reserve(total_bytes(parts));
  for (const Part& part : parts) text += part.bytes;
  return text;
}

}  // namespace pge
