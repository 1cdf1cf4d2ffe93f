// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/pod_view.h"

namespace pge {

// Koordinator's Device object (devices.scheduling.koordinator.sh): the devices of the node of the
// same name, as its agent found them.
struct DeviceObjectView {
  struct Entry {         // spec.devices[]
    std::string type;    // "gpu", "rdma", "fpga", …
    std::string id;      // of a GPU its UUID
    std::string bus_id;  // topology.busID
    std::optional<std::uint64_t> minor;
    std::optional<bool> health;
    TextMap resources;  // resource → quantity

    bool operator==(const Entry&) const = default;
  };

  std::string name;
  TextMap labels;
  std::vector<Entry> devices;

  bool operator==(const DeviceObjectView&) const = default;
};

}  // namespace pge
