// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "schemes/dra_drivers.h"

namespace pge {

using schemes::is_gpu_driver;
using schemes::vendor_of_driver;

}  // namespace pge
