// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pge {

// Whose word about a device stands where several tell of it, least trusted first.
enum class DeviceTrust {
  registered,  // a node object's annotations, written by a scheduler's plugin
  object,      // an object of a scheduler's own (Koordinator's Device)
  slice,       // a ResourceSlice, written by the device's DRA driver
  driver,      // the driver itself: NVML, procfs, sysfs
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
  DeviceTrust trust = DeviceTrust::driver;
  // Other names for it, sorted, each once: "<driver>/<pool>/<device>" of DRA, names of objects.
  std::vector<std::string> aliases{};

  auto operator<=>(const Device&) const = default;
};

}  // namespace pge
