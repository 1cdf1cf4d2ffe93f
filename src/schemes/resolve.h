// SPDX-License-Identifier: Apache-2.0
//
// From what a claim names to the device of an inventory: minors, indexes, addresses, DRM cards, old
// MIG names, devices of DRA drivers, CDI names, names of custom resources. The same on a node and
// for a whole cluster.
#pragma once

#include <string_view>

#include "model/device_key.h"
#include "schemes/inventory.h"

namespace pge::schemes {

// Null where the inventory has no such device, or where the name fits several. Numbers are looked
// up among the cards of `vendor`: AMD's card 0 is not NVIDIA's; an empty one asks for any.
const Device* resolve(const DeviceKey& key, const Inventory& inventory,
                      std::string_view vendor = {});

// "k8s.device-plugin.nvidia.com/gpu=GPU-…", "nvidia.com/gpu=0", "nvidia.com/gpu=1:0",
// "k8s.gpu.nvidia.com/claim=<claim uid>-gpu-0" (on `node`, which is the pool there) as the device
// that it names; opaque with the name kept for other forms.
DeviceKey key_of_cdi(std::string_view name, std::string_view node);

}  // namespace pge::schemes
