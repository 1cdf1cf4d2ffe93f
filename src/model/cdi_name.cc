// SPDX-License-Identifier: Apache-2.0
#include "model/cdi_name.h"

namespace pge {

std::optional<CdiName> parse_cdi_name(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals + 1 == text.size()) return std::nullopt;
  const std::string_view kind = text.substr(0, equals);
  const std::size_t slash = kind.find('/');
  if (slash == std::string_view::npos || slash == 0 || slash + 1 == kind.size()) {
    return std::nullopt;
  }
  return CdiName{kind.substr(0, slash), kind.substr(slash + 1), text.substr(equals + 1)};
}

std::string_view device_of_claim(const CdiName& name) {
  constexpr std::size_t kUid = 36;
  if (name.device_class != "claim") return name.device;
  if (name.device.size() < kUid + 2 || name.device[kUid] != '-') return name.device;
  return name.device.substr(kUid + 1);
}

}  // namespace pge
