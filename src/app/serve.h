// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/flags.h"

namespace pge {

// Runs the exporter until SIGTERM or SIGINT; needs block_signals(). The exit code of the process.
int serve(const Startup& startup);

}  // namespace pge
