// SPDX-License-Identifier: Apache-2.0
//
// NVIDIA's own device plugin: ids are UUIDs of cards or MIG slices, with "::<n>" where they are
// shared by time-slicing or MPS. The kubelet tells them; the pod carries no mark. GPU feature
// discovery labels the node with the model, in which blanks have become dashes.
#include <array>

#include "schemes/node_labels.h"
#include "schemes/scheme.h"

namespace pge::schemes::nvidia {
namespace {

constexpr std::string_view kProduct = "nvidia.com/gpu.product";
constexpr std::array<std::string_view, 1> kReads = {"nvidia.com/gpu.product (node label)"};
constexpr std::array<std::string_view, 3> kResources = {"nvidia.com/gpu", "nvidia.com/gpu.shared",
                                                        "nvidia.com/mig-*"};
// Virtual machines get cards under names of the kind "nvidia.com/GA102GL_A10".
constexpr std::array<std::string_view, 1> kIds = {"nvidia.com/*"};

ParsedId device_key(std::string_view, std::string_view id) { return parse_nvidia_id(id); }

// "NVIDIA-A100-SXM4-40GB-MIG-1g.5gb-SHARED": what follows the card's name says how it is cut.
std::optional<NodeModel> model_of_node(const NodeView& node) {
  auto model = model_by_label(node, kProduct, "nvidia");
  if (!model) return std::nullopt;
  std::string& text = model->model;
  constexpr std::string_view kShared = "-SHARED";
  if (text.ends_with(kShared)) text.resize(text.size() - kShared.size());
  if (const std::size_t mig = text.find("-MIG-"); mig != std::string::npos) text.resize(mig);
  return model;
}

}  // namespace

Scheme describe() {
  return {.name = "nvidia",
          .vendor = "nvidia",
          .summary = "NVIDIA's device plugin: cards and MIG slices by UUID, shared or not",
          .resources = kResources,
          .reads = kReads,
          .rank = 420,
          .ids = kIds,
          .device_key = device_key,
          .model_of_node = model_of_node};
}

}  // namespace pge::schemes::nvidia
