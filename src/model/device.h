// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pge {

// Where a device is known from, most trusted first.
enum class DeviceOrigin {
  driver,         // NVML, procfs, sysfs of the node itself
  slice,          // a DRA driver's ResourceSlice
  custom_object,  // an object of a scheduler's own (Koordinator's Device)
  node_register,  // an annotation in which a device plugin lists its cards
};

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
  // Other names for it, sorted, each once: "<driver>/<pool>/<device>" of DRA, objects' names.
  std::vector<std::string> aliases{};
  DeviceOrigin origin = DeviceOrigin::driver;

  auto operator<=>(const Device&) const = default;
};

// The model that a node's label gives for all of its cards of one vendor: right where they are all
// alike, so it counts only where nothing else knows.
struct NodeModel {
  std::string node;
  std::string vendor;
  std::string model;  // as the label spells it, less what says how the cards are shared

  auto operator<=>(const NodeModel&) const = default;
};

}  // namespace pge
