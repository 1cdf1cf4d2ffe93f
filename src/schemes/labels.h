// SPDX-License-Identifier: Apache-2.0
//
// For schemes that know a node's model from its labels alone.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "schemes/scheme.h"

namespace pge::schemes {

// The first of `keys` that is there and holds something usable; empty otherwise. Values of labels
// have at most 63 bytes, of annotations more, but no model has.
std::string_view model_text(const TextMap& map, std::span<const std::string_view> keys);

// MiB as text in bytes; nothing for anything else.
std::optional<std::uint64_t> mib_text(const TextMap& map, std::string_view key);

// A reading with this one model, or none where it is empty.
Reading<NodeModel> one_model(std::string_view vendor, std::string_view model,
                             std::optional<std::uint64_t> memory_bytes = {});

}  // namespace pge::schemes
