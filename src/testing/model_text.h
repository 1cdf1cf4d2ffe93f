// SPDX-License-Identifier: Apache-2.0
//
// Short texts for values, so that expectations can be written as one line.
#pragma once

#include <string>

#include "model/claim.h"
#include "schemes/device_ids.h"

namespace pge::testing {

// "uuid GPU-…", "minor 0 gi=3", "mig_legacy GPU-… gi=1 ci=0"
std::string to_text(const DeviceKey& key);
std::string to_text(Evidence evidence);
// "<key> [#<replica>|#?] <scheme> <vendor|-> [unreal] [monitoring] [malformed]"
std::string to_text(const schemes::ParsedId& id);

}  // namespace pge::testing
