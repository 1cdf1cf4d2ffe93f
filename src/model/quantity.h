// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace pge {

// Kubernetes quantities ("16Gi", "500m", "1e3", "0.5"): what stands in requests, limits, capacity
// and in several annotations. Negative, malformed and too large texts give nothing; no text,
// however long, costs more than one pass.

// In whole units, a rest rounded up as Kubernetes does: "16Gi" = 17179869184, "1500m" = 2.
std::optional<std::uint64_t> quantity_units(std::string_view text);

// As a number, for ratios: "500m" = 0.5.
std::optional<double> quantity_value(std::string_view text);

// count × unit, or nothing where it does not fit.
std::optional<std::uint64_t> scaled(std::uint64_t count, std::uint64_t unit);

inline constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;
inline constexpr std::uint64_t kGiB = std::uint64_t{1} << 30;

}  // namespace pge
