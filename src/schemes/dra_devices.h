// SPDX-License-Identifier: Apache-2.0
//
// What a device of a ResourceSlice is: its driver's attributes in our terms.
#pragma once

#include <string>
#include <string_view>

#include "model/device.h"
#include "model/device_key.h"
#include "model/object_view.h"

namespace pge::schemes {

// "<driver>/<pool>/<device>": the name of a device that has no better one.
std::string dra_name(std::string_view driver, std::string_view pool, std::string_view device);

// How a claim names a device of a slice: by its UUID, the PCI address of a whole AMD or Intel card,
// else by dra_name. NVIDIA's partitions that do not exist before they are claimed have no UUID.
DeviceKey key_of_slice(const ResourceSliceView& slice, const ResourceSliceView::Device& device);

// Where no slice is known: Intel's device names hold the card's PCI address; of all others only the
// name is left.
DeviceKey key_of_name(std::string_view driver, std::string_view pool, std::string_view device);

Device device_of_slice(const ResourceSliceView& slice, const ResourceSliceView::Device& device);

}  // namespace pge::schemes
