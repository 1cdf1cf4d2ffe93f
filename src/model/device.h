// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace pge {

// A whole card or a partition (MIG slice, AMD partition) as an inventory knows it. Unknown numbers
// are -1, unknown texts empty.
struct Device {
  std::string node;
  std::string id;         // own stable id: "GPU-…", "MIG-…", PCI address, vendor id
  std::string parent_id;  // the card of a partition; a whole card's is its own id
  std::string vendor;
  std::string model;  // full product name, blanks kept
  std::string pci_bus_id;
  std::string driver_version;
  std::string mig_profile;
  int index = -1;
  int minor = -1;
  int gpu_instance = -1;
  int compute_instance = -1;
  std::optional<std::uint64_t> memory_bytes;
  std::optional<bool> healthy;

  bool operator==(const Device&) const = default;
};

}  // namespace pge
