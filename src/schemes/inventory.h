// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "model/device.h"
#include "model/device_key.h"
#include "model/node_model.h"

namespace pge::schemes {

// The devices of one node, for looking up what a claim names. A node has as many numberings as it
// has authors: minor numbers, NVML indexes, DRM cards, PCI addresses, names of DRA devices, of CDI
// devices and of custom objects.
//
// Several sources may tell of one device: the most trusted one's word stands for every property and
// every number by itself, and what it does not know the others add (model/device.h says whom to
// trust). What comes out depends on what was added, not on the order of adding. Pointers stay good
// until the next add().
//
// `vendor`, where it is asked for: an empty one fits every device, and a device without vendor
// every vendor. A number that several devices claim goes to the one for which the most trusted
// author says so.
class Inventory {
 public:
  void add(const Device& device);
  void add(const NodeModel& model);

  bool empty() const { return by_id_.empty(); }
  // Whether anything is known of cards of this vendor; an empty vendor asks for any.
  bool knows(std::string_view vendor) const;
  const std::map<std::string, Device, std::less<>>& devices() const { return by_id_; }

  const Device* by_id(std::string_view id) const;
  // By id or alias in any case: names of Kubernetes objects are lower case.
  const Device* by_name(std::string_view name) const;
  // By minor or NVML index, with the GPU instance of a slice where the key has one.
  const Device* by_number(const DeviceKey& key, std::string_view vendor = {}) const;
  const Device* by_pci(std::string_view address) const;
  // The slice of a card's GPU and compute instance; -1 for a compute instance that is not told.
  const Device* by_instance(std::string_view card, int gpu_instance, int compute_instance) const;
  // The only slice of this profile on the card with this minor; null where there are several, which
  // a profile does not tell apart. Dots in profiles do not count.
  const Device* only_slice(int minor, std::string_view profile) const;
  // The only device with an alias that ends in "/<name>".
  const Device* by_end_of_alias(std::string_view name) const;

  // What labels say of a vendor's cards, or of slices of a profile; null: nothing, or what labels
  // say differs, or the node's cards are known to differ (a label is of one kind of card).
  const NodeModel* model_of(std::string_view vendor, std::string_view mig_profile) const;

 private:
  // A device as its authors told it, most trusted first.
  using Statements = std::vector<Device>;

  std::map<std::string, Statements, std::less<>> told_;
  std::map<std::string, Device, std::less<>> by_id_;
  // Ids and aliases in lower case; several devices may go by one name.
  std::map<std::string, std::set<std::string>, std::less<>> by_name_;
  std::vector<NodeModel> models_;
};

}  // namespace pge::schemes
