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
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/claim.h"
#include "model/device.h"
#include "model/node_model.h"
#include "model/pod_view.h"
#include "schemes/device_ids.h"

namespace pge::schemes {

template <class T>
struct Reading {
  std::vector<T> items;
  std::vector<Error> skipped;  // each names the annotation, label or id at fault

  bool empty() const { return items.empty() && skipped.empty(); }
};

class DraObjects;
class ResourcePatterns;

// What a pod's claims may need of its surroundings. Any pointer may be null: not known.
struct PodContext {
  const PodView& pod;
  const NodeView* node = nullptr;
  const DraObjects* dra = nullptr;              // the pod's ResourceClaims, the cluster's slices
  const ResourcePatterns* resources = nullptr;  // what counts as a GPU; null: the defaults
};

struct Scheme {
  // Value of the label `scheme`; the file is named so, with _ for -. Of a vendor's plain device
  // plugin the vendor, for the label then says how its ids are shared ("mig", "time-slicing").
  std::string_view name;
  std::string_view vendor{};                      // empty: depends on the device
  std::string_view summary{};                     // one line for --list-schemes and docs/schemes.md
  std::span<const std::string_view> resources{};  // patterns of the extended resources it serves
  std::span<const std::string_view> reads{};  // annotations and labels it looks at, for the docs

  // Who speaks first for a pod, smaller first; the first scheme that places a device of a vendor
  // silences the later ones for that vendor. The more a scheme's own mark says "mine", the smaller:
  //   1–99     annotations that name the device by a stable id
  //   100–199  annotations that name it by a number
  //   200–299  indirect: through another pod or object
  //   300–     what any cluster has: DRA, device plugins, status fields
  int rank = 1000;

  // Patterns of the resources whose device-plugin ids `device_key` reads; empty: `resources`.
  std::span<const std::string_view> ids{};
  // Reads such an id; an unknown form is DeviceKey::Kind::opaque, and then the next scheme that
  // reads ids of the resource is asked. Null: the ids are another scheme's, or say by themselves
  // what they are.
  ParsedId (*device_key)(std::string_view resource, std::string_view id) = nullptr;
  // Claims that the pod object itself records; null where only the kubelet or DRA objects know.
  Reading<Claim> (*claims_of_pod)(const PodContext& context) = nullptr;
  // Devices that the node object records (register annotations).
  Reading<Device> (*devices_of_node)(const NodeView& node) = nullptr;
  // Models that the node object's labels name, without saying of which device.
  Reading<NodeModel> (*models_of_node)(const NodeView& node) = nullptr;
  // Vendors whose kubelet ids mean nothing for this pod, because this scheme's marks are on it
  // (valid or not). Null: none.
  std::vector<std::string> (*unreal_vendors)(const PodView& pod) = nullptr;
};

// Every scheme, in the order in which they speak for a pod (by rank, then by name).
std::span<const Scheme> all_schemes();

}  // namespace pge::schemes
