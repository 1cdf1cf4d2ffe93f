// SPDX-License-Identifier: Apache-2.0
#include "model/facts.h"

namespace pge {

std::string_view to_string(SourceHealth health) {
  switch (health) {
    case SourceHealth::starting:
      return "starting";
    case SourceHealth::absent:
      return "absent";
    case SourceHealth::up:
      return "up";
    case SourceHealth::down:
      return "down";
  }
  return "starting";
}

}  // namespace pge
