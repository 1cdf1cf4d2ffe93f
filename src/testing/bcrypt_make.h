// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <crypt.h>

#include <memory>
#include <string>

namespace pge::testing {

// A bcrypt hash of its own salt; cost 4 takes about 2 ms.
inline std::string bcrypt_make(const std::string& password, unsigned cost) {
  char salt[CRYPT_GENSALT_OUTPUT_SIZE] = {};
  const auto work = std::make_unique<crypt_data>();
  if (crypt_gensalt_rn("$2b$", cost, nullptr, 0, salt, sizeof(salt)) == nullptr) return {};
  const char* made = crypt_r(password.c_str(), salt, work.get());
  return made == nullptr ? "" : made;
}

}  // namespace pge::testing
