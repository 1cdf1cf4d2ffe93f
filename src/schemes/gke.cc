// SPDX-License-Identifier: Apache-2.0
//
// GKE's device plugin names cards by minor number: "nvidia0", a MIG slice "nvidia0/gi3", with
// "/vgpu<n>" where they are shared. The node carries the model as a label.
#include <array>

#include "schemes/id_forms.h"
#include "schemes/node_labels.h"
#include "schemes/scheme.h"

namespace pge::schemes::gke {
namespace {

constexpr std::string_view kAccelerator = "cloud.google.com/gke-accelerator";
constexpr std::array<std::string_view, 1> kReads = {
    "cloud.google.com/gke-accelerator (node label)"};
constexpr std::array<std::string_view, 1> kResources = {"nvidia.com/gpu"};

ParsedId device_key(std::string_view, std::string_view id) {
  const Stripped stripped = strip_marked_replica(id);
  if (gke_key(stripped.base)) return parse_nvidia_id(id);
  return parsed_id(std::nullopt, stripped, "nvidia",
                   stripped.shared ? "time-slicing" : "device-plugin");
}

std::optional<NodeModel> model_of_node(const NodeView& node) {
  return model_by_label(node, kAccelerator, "nvidia");
}

}  // namespace

Scheme describe() {
  return {.name = "gke",
          .vendor = "nvidia",
          .summary = "GKE's device plugin: cards by minor number, MIG slices by GPU instance",
          .resources = kResources,
          .reads = kReads,
          .rank = 400,
          .device_key = device_key,
          .model_of_node = model_of_node};
}

}  // namespace pge::schemes::gke
