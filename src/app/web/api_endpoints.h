// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/endpoints.h"
#include "app/web/long_polls.h"

namespace pge {

// Adds what lies below /api/v1 to the router. Everything passed in outlives it.
void add_api(Router& router, Served& served, LongPolls& polls);

}  // namespace pge
