// SPDX-License-Identifier: Apache-2.0
//
// Intel's device plugin: "card<N>-<share>", where N may be another number after a reboot; "all" of
// the monitoring resources is no use. Feature discovery labels the node with one product.
#include <array>

#include "schemes/id_forms.h"
#include "schemes/labels.h"

namespace pge::schemes::intel {
namespace {

constexpr std::array<std::string_view, 1> kIds = {"gpu.intel.com/*"};

constexpr std::array<std::string_view, 2> kProducts = {"gpu.intel.com/product",
                                                       "gpu.intel.com/family"};
constexpr std::array<std::string_view, 2> kResources = {"gpu.intel.com/i915", "gpu.intel.com/xe"};
constexpr auto kReads = std::to_array<std::string_view>(
    {"gpu.intel.com/product (label)", "gpu.intel.com/family (label)"});

Reading<NodeModel> models_of_node(const NodeView& node) {
  return one_model("intel", model_text(node.labels, kProducts));
}

ParsedId device_key(std::string_view resource, std::string_view id) {
  if (resource.ends_with("monitoring")) {
    ParsedId watch;
    watch.vendor = "intel";
    watch.monitoring = true;
    return watch;
  }
  const auto parts = cut_last_dash(id);
  if (parts && number_after(parts->first, "card")) {
    if (const auto share = replica_number(parts->second)) {
      return parsed_id(text_key(DeviceKey::Kind::card, parts->first), {parts->first, share, true},
                       "intel");
    }
  }
  if (number_after(id, "card")) return parsed_id(text_key(DeviceKey::Kind::card, id), {}, "intel");
  return parsed_id(plain_key(id), {id}, "intel");
}

}  // namespace

Scheme describe() {
  return {.name = "intel",
          .vendor = "intel",
          .summary = "Intel's device plugin and the labels of its feature discovery",
          .resources = kResources,
          .reads = kReads,
          .rank = 410,
          .ids = kIds,
          .device_key = device_key,
          .models_of_node = models_of_node};
}

}  // namespace pge::schemes::intel
