// SPDX-License-Identifier: Apache-2.0
//
// What the readers of the node's files believe; far above anything real, and low enough that no
// file costs more memory than a few times its size.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "base/json/json.h"

namespace pge {

inline constexpr std::size_t kMostFileBytes = 64U << 20;
inline constexpr std::size_t kMostFileEntries = 100'000;  // more is `too_large`
inline constexpr std::size_t kMostFileItems = 500'000;    // ids, devices, texts of all entries
inline constexpr JsonLimits kEntryLimits{.bytes = 1U << 20, .depth = 16, .values = 20'000};

// Names of pods, containers, resources, drivers, pools, devices.
inline bool good_name(std::string_view name) { return !name.empty() && name.size() <= 1024; }
inline bool good_id(std::string_view id) { return !id.empty() && id.size() <= 4096; }

}  // namespace pge
