// SPDX-License-Identifier: Apache-2.0
//
// AMD's device plugin: cards by PCI address, partitions as "amdgpu_xcp_<n>" (the first partition of
// a card keeps the card's address). The node labeller writes the model, in its old form into the
// label's key.
#include <array>

#include "base/strings.h"
#include "schemes/id_forms.h"
#include "schemes/node_labels.h"
#include "schemes/scheme.h"

namespace pge::schemes::amd {
namespace {

constexpr std::string_view kProduct = "amd.com/gpu.product-name";
constexpr std::string_view kOldProduct = "beta.amd.com/gpu.product-name.";
constexpr auto kReads =
    std::to_array<std::string_view>({"amd.com/gpu.product-name (node label)",
                                     "beta.amd.com/gpu.product-name.<model> (node label)"});
constexpr std::array<std::string_view, 2> kResources = {"amd.com/gpu", "amd.com/*_nps*"};
constexpr std::array<std::string_view, 1> kIds = {"amd.com/*"};

ParsedId device_key(std::string_view, std::string_view id) {
  return parsed_id(plain_key(to_lower(id)), {id}, "amd");
}

std::optional<NodeModel> model_of_node(const NodeView& node) {
  if (auto model = model_by_label(node, kProduct, "amd")) return model;
  return model_by_label_key(node, kOldProduct, "amd");
}

}  // namespace

Scheme describe() {
  return {.name = "amd",
          .vendor = "amd",
          .summary = "AMD's device plugin: cards by PCI address, partitions by number",
          .resources = kResources,
          .reads = kReads,
          .rank = 430,
          .ids = kIds,
          .device_key = device_key,
          .model_of_node = model_of_node};
}

}  // namespace pge::schemes::amd
