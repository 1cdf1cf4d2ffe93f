// SPDX-License-Identifier: Apache-2.0
//
// Intel's device plugin: "card<N>-<share>", where N may be another number after a reboot; "all" of
// the monitoring resources is no use. Feature discovery labels the node with one product.
#include <array>

#include "schemes/labels.h"

namespace pge::schemes::intel {
namespace {

constexpr std::array<std::string_view, 2> kProducts = {"gpu.intel.com/product",
                                                       "gpu.intel.com/family"};
constexpr std::array<std::string_view, 2> kResources = {"gpu.intel.com/i915", "gpu.intel.com/xe"};
constexpr auto kReads = std::to_array<std::string_view>(
    {"gpu.intel.com/product (label)", "gpu.intel.com/family (label)"});

Reading<NodeModel> models_of_node(const NodeView& node) {
  return one_model("intel", model_text(node.labels, kProducts));
}

}  // namespace

Scheme describe() {
  return {.name = "intel",
          .vendor = "intel",
          .summary = "Intel's device plugin and the labels of its feature discovery",
          .resources = kResources,
          .reads = kReads,
          .rank = 410,
          .models_of_node = models_of_node};
}

}  // namespace pge::schemes::intel
