// SPDX-License-Identifier: Apache-2.0
//
// What NVIDIA's kernel driver writes below /proc/driver/nvidia. Pure functions of the text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/device.h"

namespace pge {

// /proc/driver/nvidia/gpus/<address>/information: lines "Key:<blanks>value", of which "Model",
// "GPU UUID", "Bus Location" and "Device Minor" are read; unknown keys are ignored. Nothing where
// the driver gives no UUID (it leaves the line out until it has read the card), as there is then no
// stable id to show.
std::optional<Device> read_gpu_information(std::string_view text);

// The version in the first line of /proc/driver/nvidia/version: "535.54.03". Empty if there is
// none.
std::string read_driver_version(std::string_view text);

}  // namespace pge
