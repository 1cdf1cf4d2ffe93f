// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "model/device.h"
#include "model/device_key.h"
#include "model/node_model.h"

namespace pge::schemes {

// The devices of one node, for looking up what a claim names. Several sources may tell of one
// device: the more trusted one's word stands, and what it does not know the others add
// (model/device.h says whom to trust). The order in which devices are added does not matter, but
// for sources that are trusted alike, where the first stands.
class Inventory {
 public:
  void add(Device device);
  void add(NodeModel model);

  bool empty() const { return by_id_.empty(); }
  // Whether anything is known of cards of this vendor; an empty vendor asks for any.
  bool knows(std::string_view vendor) const;
  const std::map<std::string, Device, std::less<>>& devices() const { return by_id_; }

  const Device* by_id(std::string_view id) const;
  // In any case: names of Kubernetes objects are lower case.
  const Device* by_id_in_any_case(std::string_view id) const;
  // By minor or NVML index, with the GPU instance of a slice where the key has one.
  const Device* by_number(const DeviceKey& key) const;
  const Device* by_pci(std::string_view address) const;
  // The slice of a card's GPU and compute instance; -1 for a compute instance that is not told.
  const Device* by_instance(std::string_view card, int gpu_instance, int compute_instance) const;
  // The only slice of this profile on the card with this minor; null where there are several, which
  // a profile does not tell apart. Dots in profiles do not count.
  const Device* only_slice(int minor, std::string_view profile) const;
  // What labels say of a vendor's cards, or of slices of a profile; null: nothing.
  const NodeModel* model_of(std::string_view vendor, std::string_view mig_profile) const;

 private:
  std::map<std::string, Device, std::less<>> by_id_;
  std::vector<NodeModel> models_;
};

}  // namespace pge::schemes
