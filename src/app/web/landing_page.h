// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/build_info.h"
#include "app/config.h"
#include "http/message.h"

namespace pge {

// GET /: what this is and where to go.
Response landing_page(const BuildInfo& build, const Config& config);

}  // namespace pge
