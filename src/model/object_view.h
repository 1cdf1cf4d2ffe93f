// SPDX-License-Identifier: Apache-2.0
//
// What schemes may see of the API objects beside pods and nodes: values, nothing of the transport,
// and the same whichever version of an API they came in.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/pod_view.h"

namespace pge {

// A ResourceClaim of resource.k8s.io, as far as it is allocated.
struct ResourceClaimView {
  struct Result {         // status.allocation.devices.results[]
    std::string request;  // "<request>", or "<request>/<alternative>" of a prioritised list
    std::string driver;
    std::string pool;
    std::string device;
    std::string share_id;  // a share of a device that several claims may have
    TextMap consumed;      // consumedCapacity: what of the device the share takes; quantities
    bool admin_access = false;

    bool operator==(const Result&) const = default;
  };

  std::string ns;
  std::string name;
  std::string uid;
  std::vector<PodRef> reserved_for;  // pods among status.reservedFor[]; names and uids
  std::vector<Result> results;
  TextMap classes;  // DeviceClass by request, alternatives as "<request>/<alternative>"
  // Requests for devices to watch, not to use: the only place where v1alpha3 says so.
  std::vector<std::string> admin_requests{};

  bool operator==(const ResourceClaimView&) const = default;
};

// A ResourceSlice of resource.k8s.io: some of the devices of a pool.
struct ResourceSliceView {
  struct Device {
    std::string name;
    TextMap attributes;  // by name as written; numbers and booleans as text; lists left out
    TextMap capacity;    // quantities
    std::string node{};  // with perDeviceNodeSelection; else empty

    bool operator==(const Device&) const = default;
  };

  std::string driver;
  std::string pool;
  std::uint64_t generation = 0;  // of the pool; only the highest one counts
  std::string node;              // spec.nodeName; empty where devices are not a node's own
  std::vector<Device> devices;
  std::string name{};  // of the object: which one it replaces

  bool operator==(const ResourceSliceView&) const = default;
};

// Koordinator's Device object of one node (scheduling.koordinator.sh), named after it.
struct KoordinatorDeviceView {
  struct Device {
    std::string type;  // "gpu", "rdma", …
    std::string id;
    int minor = -1;
    bool health = false;
    TextMap resources;   // quantities
    std::string bus_id;  // topology.busID

    bool operator==(const Device&) const = default;
  };

  std::string node;
  TextMap labels;
  std::vector<Device> devices;

  bool operator==(const KoordinatorDeviceView&) const = default;
};

}  // namespace pge
