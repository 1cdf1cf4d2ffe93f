// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace pge {

// Whether the devices of a DRA driver are taken for GPUs. Nothing in a claim says what a device is,
// and new GPU drivers appear faster than lists of them: so any driver is, but those known to hand
// out something else (network, CPUs, memory, disks, crypto, NVIDIA's IMEX channels).
bool is_gpu_driver(std::string_view driver);

// "nvidia" for "gpu.nvidia.com"; empty where the name does not say.
std::string_view vendor_of_driver(std::string_view driver);

}  // namespace pge
