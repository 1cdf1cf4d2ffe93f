// SPDX-License-Identifier: Apache-2.0
//
// Google's device plugin for GKE: ids name the device node, "nvidia<minor>", with "/gi<n>" for a
// slice and "/vgpu<n>" for a share; only an inventory of the node turns them into cards. The label
// of a node pool names the kind of accelerator, in Google's own words ("nvidia-tesla-t4").
#include <array>

#include "schemes/id_forms.h"
#include "schemes/labels.h"

namespace pge::schemes::gke {
namespace {

constexpr std::array<std::string_view, 1> kAccelerator = {"cloud.google.com/gke-accelerator"};
constexpr std::array<std::string_view, 1> kResources = {"nvidia.com/gpu"};

Reading<NodeModel> models_of_node(const NodeView& node) {
  return one_model("nvidia", model_text(node.labels, kAccelerator));
}

ParsedId device_key(std::string_view, std::string_view id) {
  const Stripped stripped = strip_marked_replica(id);
  if (gke_key(stripped.base)) return parse_nvidia_id(id);
  return parsed_id(std::nullopt, stripped, "nvidia",
                   stripped.shared ? "time-slicing" : "device-plugin");
}

}  // namespace

Scheme describe() {
  return {.name = "gke",
          .vendor = "nvidia",
          .summary = "GKE's device plugin: device nodes, slices and shares; the node pool's label",
          .resources = kResources,
          .reads = kAccelerator,
          .rank = 405,
          .device_key = device_key,
          .models_of_node = models_of_node};
}

}  // namespace pge::schemes::gke
