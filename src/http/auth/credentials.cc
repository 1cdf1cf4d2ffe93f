// SPDX-License-Identifier: Apache-2.0
#include "http/auth/credentials.h"

#include "base/encoding/base64.h"
#include "base/strings.h"

namespace pge {

std::optional<Credentials> basic_credentials(std::string_view field) {
  const std::size_t blank = field.find(' ');
  if (blank == std::string_view::npos || to_lower(field.substr(0, blank)) != "basic") {
    return std::nullopt;
  }
  const auto text = decode_base64(trim(field.substr(blank + 1)));
  if (!text) return std::nullopt;
  const std::size_t colon = text->find(':');
  if (colon == std::string::npos) return std::nullopt;
  return Credentials{text->substr(0, colon), text->substr(colon + 1)};
}

}  // namespace pge
