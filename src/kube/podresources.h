// SPDX-License-Identifier: Apache-2.0
//
// What the kubelet's PodResources API (v1 and v1alpha1) says, as plain values. All strings are the
// kubelet's bytes as they came: not necessarily UTF-8, of any length, in any order, repeated where
// the kubelet repeats them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace pge {

// Device-plugin devices of one resource. Neighbouring entries of one resource are one item here
// (the kubelet sends an entry per device and NUMA node).
struct ResourceDevices {
  std::string resource;
  std::vector<std::string> ids;

  bool operator==(const ResourceDevices&) const = default;
};

// One device of a dynamic resource (DRA). Kubelets before 1.31 name no driver, pool and device:
// only `class_name` and `cdi_names`. `cdi_names` also carries the names of devices listed before
// this one in the same claim, so it is a set for the claim, not a name for the device.
struct DynamicDevice {
  std::string class_name;
  std::string claim_namespace;
  std::string claim_name;
  std::string driver;
  std::string pool;
  std::string device;
  std::string share_id;
  std::vector<std::string> cdi_names;

  bool operator==(const DynamicDevice&) const = default;
};

struct ContainerGrants {
  std::string name;
  std::vector<ResourceDevices> devices;
  std::vector<DynamicDevice> dynamic_devices;

  bool operator==(const ContainerGrants&) const = default;
};

// A pod as the kubelet lists it: every pod it knows, with devices or without. Containers that hold
// nothing are left out.
struct ListedPod {
  std::string ns;
  std::string name;
  std::vector<ContainerGrants> containers;

  bool operator==(const ListedPod&) const = default;
};

}  // namespace pge
