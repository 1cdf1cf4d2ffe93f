// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pge {

// Standard base64 with padding, as Go writes []byte into JSON. Nothing for anything else: other
// letters, blanks, missing padding, bits left over.
std::optional<std::string> decode_base64(std::string_view text);

}  // namespace pge
