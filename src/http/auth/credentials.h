// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pge {

struct Credentials {
  std::string user;
  std::string password;
};

// Of an Authorization field: `Basic` (any case) and user:password in base64. Nothing for anything
// else.
std::optional<Credentials> basic_credentials(std::string_view field);

}  // namespace pge
