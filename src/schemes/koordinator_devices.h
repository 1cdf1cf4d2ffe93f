// SPDX-License-Identifier: Apache-2.0
//
// What Koordinator says about a node's cards beside its pods' annotations: the Device object, which
// ties minor numbers to UUIDs, and labels that stand on it and on the node alike.
#pragma once

#include <optional>
#include <string>

#include "model/device.h"
#include "model/device_object_view.h"
#include "schemes/scheme.h"

namespace pge::schemes {

// The GPUs of a Device object, for the inventory. The memory is the card's own.
Reading<Device> koordinator_devices(const DeviceObjectView& object);

// By the label node.koordinator.sh/gpu-vendor; without it they are NVIDIA's, which Koordinator knew
// before all others.
std::string koordinator_vendor(const TextMap& labels);

// By the label node.koordinator.sh/gpu-model.
std::optional<NodeModel> koordinator_model(const std::string& node, const TextMap& labels);

}  // namespace pge::schemes
