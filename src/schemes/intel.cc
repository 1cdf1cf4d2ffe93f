// SPDX-License-Identifier: Apache-2.0
//
// Intel's device plugin: "card<N>-<share>", the share even where a card is not shared. A card's
// number may change at boot. "monitoring" resources grant all cards for watching, none for use.
// Node feature discovery labels the node with the product.
#include <array>

#include "schemes/id_forms.h"
#include "schemes/node_labels.h"
#include "schemes/scheme.h"

namespace pge::schemes::intel {
namespace {

constexpr std::string_view kProduct = "gpu.intel.com/product";
constexpr std::array<std::string_view, 1> kReads = {"gpu.intel.com/product (node label)"};
constexpr std::array<std::string_view, 2> kResources = {"gpu.intel.com/i915", "gpu.intel.com/xe"};
constexpr std::array<std::string_view, 1> kIds = {"gpu.intel.com/*"};

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

std::optional<NodeModel> model_of_node(const NodeView& node) {
  return model_by_label(node, kProduct, "intel");
}

}  // namespace

Scheme describe() {
  return {.name = "intel",
          .vendor = "intel",
          .summary = "Intel's device plugin: DRM cards and shares of them",
          .resources = kResources,
          .reads = kReads,
          .rank = 440,
          .ids = kIds,
          .device_key = device_key,
          .model_of_node = model_of_node};
}

}  // namespace pge::schemes::intel
