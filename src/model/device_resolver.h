// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "model/device.h"
#include "model/device_key.h"

namespace pge {

// The devices of one node as all sources together know them, and what a name means among them.
// A node has as many numberings as it has authors: minor numbers, NVML indexes, DRM cards, PCI
// addresses, names of DRA devices, of CDI devices and of custom objects. Whatever says "card 1" is
// looked up here, in the node role as in the cluster role.
//
// Trust, for every single property and number: the driver's own word, then ResourceSlices, then
// custom objects, then register annotations, at last (models alone) node labels. What comes out
// depends on what was added, not on the order of adding. Pointers stay good until the next add().
class DeviceResolver {
 public:
  void add(const Device& device);    // a device told twice is completed, never doubled
  void add(const NodeModel& model);  // of the node, by vendor

  bool empty() const { return by_id_.empty(); }
  // Whether any device of this vendor is known; an empty vendor asks for any.
  bool knows(std::string_view vendor) const;

  // The device that a key names; null where none is known by it. An empty vendor fits every
  // device, and a device without vendor every vendor. A number that several devices claim goes to
  // the one for which the most trusted origin says so.
  const Device* find(const DeviceKey& key, std::string_view vendor) const;
  const Device* by_id(std::string_view id) const;  // exactly so spelled

  // Full model of a device: its own, else its card's and its profile, else the node label's where
  // the node's cards are not known to differ. Of a device that nobody lists (null): the label's.
  std::string model_of(const Device* device, std::string_view vendor) const;

  const std::map<std::string, Device, std::less<>>& devices() const { return by_id_; }

 private:
  // Every device as one author told it, most trusted first.
  using Statements = std::vector<Device>;

  const Device* by_name(std::string_view name) const;
  const Device* by_number(const DeviceKey& key, std::string_view vendor) const;
  const Device* by_pci(std::string_view address) const;
  const Device* by_instance(const DeviceKey& key) const;
  const Device* by_cdi_name(std::string_view name) const;
  const Device* by_dra_device(std::string_view device) const;
  std::string model_of_label(std::string_view vendor) const;

  std::map<std::string, Statements, std::less<>> told_;
  std::map<std::string, Device, std::less<>> by_id_;
  // Ids and aliases in lower case: authors differ in that. Several devices may go by one name.
  std::map<std::string, std::set<std::string>, std::less<>> by_name_;
  std::map<std::string, std::set<std::string>, std::less<>> label_models_;  // by vendor
};

}  // namespace pge
