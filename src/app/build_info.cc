// SPDX-License-Identifier: Apache-2.0
#include "app/build_info.h"

#include "base/version.h"

namespace pge {

BuildInfo build_info() { return {PGE_VERSION, PGE_REVISION, PGE_COMPILER, PGE_OS, PGE_ARCH}; }

}  // namespace pge
