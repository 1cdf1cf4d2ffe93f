// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/object_view.h"
#include "schemes/scheme.h"

namespace pge::schemes {

// The GPUs of Koordinator's Device object: minor, UUID, address and memory of each; model, vendor
// and driver from the object's labels, so one for all of them.
Reading<Device> devices_of_koordinator(const KoordinatorDeviceView& view);

}  // namespace pge::schemes
