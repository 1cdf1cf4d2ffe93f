// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

#include "model/claim.h"
#include "model/device.h"

namespace pge {

// The devices of one node, for looking up what a claim names.
class Inventory {
 public:
  void add(Device device);  // a device told twice is completed, never doubled

  bool empty() const { return by_id_.empty(); }
  // Whether anything is known of cards of this vendor; an empty vendor asks for any.
  bool knows(std::string_view vendor) const;
  const Device* by_id(std::string_view id) const;
  const Device* by_number(const DeviceKey& key) const;
  const Device* by_pci(std::string_view address) const;
  const std::map<std::string, Device, std::less<>>& devices() const { return by_id_; }

 private:
  std::map<std::string, Device, std::less<>> by_id_;
};

// What a claim's device is called and, where the claim cannot be tied to an inventory entry, why.
struct Match {
  std::string id;                  // empty: the claim names no device, so it makes no line
  const Device* device = nullptr;  // points into the inventory
  std::string_view unresolved;     // value of the label `reason`; empty when all is well
};

Match match_device(const Claim& claim, const Inventory& inventory);

}  // namespace pge
