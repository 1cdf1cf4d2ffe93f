// SPDX-License-Identifier: Apache-2.0
//
// The extension point: how one vendor or sharing system writes down which container got which
// device. One file in this folder per scheme; docs/adding-a-scheme.md walks through the smallest
// one.
//
// Contract: pure functions of their arguments. No I/O, clock, log or global state; work bounded by
// the size of the input; no exceptions. Unknown fields are ignored, malformed ones reported as an
// Error that names the annotation at fault, and what else could be read is still returned.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/claim.h"
#include "model/device.h"
#include "model/pod_view.h"
#include "schemes/device_ids.h"

namespace pge::schemes {

template <class T>
struct Reading {
  std::vector<T> items;
  std::vector<Error> skipped;  // each names the annotation, label or id at fault

  bool empty() const { return items.empty() && skipped.empty(); }
};

// What a pod's claims may need of its surroundings. Any pointer may be null: not known.
struct PodContext {
  const PodView& pod;
  const NodeView* node = nullptr;
};

struct Scheme {
  std::string_view name;                        // value of the label `scheme`
  std::string_view vendor;                      // empty: depends on the device
  std::string_view summary;                     // one line for --list-schemes and docs/schemes.md
  std::span<const std::string_view> resources;  // glob patterns of the extended resources it serves

  // A device-plugin id of one of `resources`; null where the plain form (parse_device_id) is right.
  ParsedId (*device_key)(std::string_view resource, std::string_view id) = nullptr;
  // Claims that the pod object itself records; null where only the kubelet or DRA objects know.
  Reading<Claim> (*claims_of_pod)(const PodContext& context) = nullptr;
  // Devices that the node object records (register annotations, labels).
  Reading<Device> (*devices_of_node)(const NodeView& node) = nullptr;
};

// Every scheme, in the order in which they speak for a pod (the most specific first).
std::span<const Scheme> all_schemes();

}  // namespace pge::schemes
