// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "model/claim.h"
#include "schemes/inventory.h"

namespace pge {

using schemes::Inventory;

// What a claim's device is called and, where the claim cannot be tied to an inventory entry, why.
struct Match {
  std::string id;                  // empty: the claim names no device, so it makes no line
  const Device* device = nullptr;  // points into the inventory
  std::string_view unresolved;     // value of the label `reason`; empty when all is well
  std::string_view model;          // the device's, else what labels of the node say
};

Match match_device(const Claim& claim, const Inventory& inventory);

}  // namespace pge
