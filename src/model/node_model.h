// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace pge {

// What labels say of a node's devices: one model for all cards of a vendor, or for all slices of a
// profile. Right where a node has cards of one kind only, so it is the last thing to believe.
struct NodeModel {
  std::string node;
  std::string vendor;
  std::string model;
  std::string mig_profile;  // empty: whole cards
  std::optional<std::uint64_t> memory_bytes;

  bool operator==(const NodeModel&) const = default;
};

}  // namespace pge
