// SPDX-License-Identifier: Apache-2.0
//
// The objects of dynamic resource allocation (resource.k8s.io) as far as they say who holds what.
// The API versions v1alpha3, v1beta1, v1beta2 and v1 differ in where they keep these things, not in
// what they mean: whoever decodes an object puts it into this one shape.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "model/pod_view.h"

namespace pge {

// A ResourceClaim: what was asked for, what was allocated and for whom.
struct ClaimView {
  struct Request {  // spec.devices.requests[], subrequests as "<request>/<subrequest>"
    std::string name;
    std::string device_class;
    bool admin_access = false;

    bool operator==(const Request&) const = default;
  };
  struct Result {         // status.allocation.devices.results[]
    std::string request;  // "<request>", or "<request>/<subrequest>" of a prioritized list
    std::string driver;
    std::string pool;
    std::string device;
    std::string share_id;       // of a device that may be allocated several times; else empty
    bool admin_access = false;  // to watch, never to use
    TextMap consumed_capacity;  // name → quantity: the share's part of the device

    bool operator==(const Result&) const = default;
  };
  struct Consumer {        // status.reservedFor[]
    std::string resource;  // "pods"
    std::string name;
    std::string uid;

    bool operator==(const Consumer&) const = default;
  };

  std::string ns;
  std::string name;
  std::string uid;
  std::vector<Request> requests;
  std::vector<Result> results;  // empty: not allocated
  std::vector<Consumer> reserved_for;

  bool operator==(const ClaimView&) const = default;
};

// A ResourceSlice: devices that one driver offers, a part of one of its pools.
struct SliceView {
  // Whole numbers, booleans, texts (versions too). Lists are left out: they name no device.
  using Attribute = std::variant<bool, std::int64_t, std::string>;
  using AttributeMap = std::map<std::string, Attribute, std::less<>>;

  struct SliceDevice {
    std::string name;
    std::string node_name;  // with perDeviceNodeSelection; else empty
    // By name, with the domain only where it is not the driver's own: "uuid",
    // "resource.kubernetes.io/pciBusID".
    AttributeMap attributes;
    TextMap capacity;  // name → quantity, as text

    bool operator==(const SliceDevice&) const = default;
  };

  std::string name;
  std::string driver;
  std::string pool;
  std::uint64_t generation = 0;  // of the pool: slices of an older one are void
  std::string node_name;         // empty where devices are not local to one node
  std::vector<SliceDevice> devices;

  bool operator==(const SliceView&) const = default;
};

}  // namespace pge
