// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "model/object_view.h"
#include "schemes/scheme.h"

namespace pge::schemes {

// The GPUs of Koordinator's Device object: minor, UUID, address and memory of each; vendor and
// driver from the object's labels, so one for all of them. So is the model, which stands on the
// node too and is read there.
Reading<Device> devices_of_koordinator(const KoordinatorDeviceView& view);

// By the label node.koordinator.sh/gpu-vendor of the object or the node; without it they are
// NVIDIA's, which Koordinator knew before all others.
std::string koordinator_vendor(const TextMap& labels);

}  // namespace pge::schemes
