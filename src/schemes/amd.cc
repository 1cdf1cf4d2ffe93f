// SPDX-License-Identifier: Apache-2.0
//
// AMD's device plugin: PCI addresses of cards, names like "amdgpu_xcp_30" of partitions. Its node
// labeller writes one model for all cards; older ones put values into the names of labels.
#include <array>
#include <iterator>

#include "base/strings.h"
#include "model/quantity.h"
#include "schemes/id_forms.h"
#include "schemes/labels.h"

namespace pge::schemes::amd {
namespace {

constexpr std::array<std::string_view, 1> kIds = {"amd.com/*"};

constexpr std::array<std::string_view, 2> kProducts = {"amd.com/gpu.product-name",
                                                       "beta.amd.com/gpu.product-name"};
constexpr std::string_view kMemory = "amd.com/gpu.vram";
constexpr std::string_view kOldProduct = "beta.amd.com/gpu.product-name.";
constexpr std::string_view kOldMemory = "beta.amd.com/gpu.vram.";
constexpr std::array<std::string_view, 2> kResources = {"amd.com/gpu", "amd.com/*_nps*"};
constexpr auto kReads =
    std::to_array<std::string_view>({"amd.com/gpu.product-name (label)", "amd.com/gpu.vram (label)",
                                     "beta.amd.com/gpu.<attribute>.<value> (labels)"});

// The value in the name of the one label that begins so: "16G" of "beta.amd.com/gpu.vram.16G".
// Several mean cards that differ.
std::string_view value_in_name(const TextMap& labels, std::string_view prefix) {
  const auto at = labels.lower_bound(prefix);
  if (at == labels.end() || !at->first.starts_with(prefix)) return {};
  const auto next = std::next(at);
  if (next != labels.end() && next->first.starts_with(prefix)) return {};
  return std::string_view(at->first).substr(prefix.size());
}

// "16G" means GiB: memory is built in powers of two.
std::optional<std::uint64_t> memory_of(std::string_view text) {
  if (!text.ends_with('G')) return quantity_units(text);
  const auto gib = parse_unsigned(text.substr(0, text.size() - 1));
  return gib && *gib > 0 ? scaled(*gib, kGiB) : std::nullopt;
}

Reading<NodeModel> models_of_node(const NodeView& node) {
  std::string_view model = model_text(node.labels, kProducts);
  if (model.empty()) model = value_in_name(node.labels, kOldProduct);
  const auto memory = find_text(node.labels, kMemory);
  return one_model("amd", model,
                   memory_of(memory ? *memory : value_in_name(node.labels, kOldMemory)));
}

ParsedId device_key(std::string_view, std::string_view id) {
  return parsed_id(plain_key(to_lower(id)), {id}, "amd");
}

}  // namespace

Scheme describe() {
  return {.name = "amd",
          .vendor = "amd",
          .summary = "AMD's device plugin and the labels of its node labeller",
          .resources = kResources,
          .reads = kReads,
          .rank = 410,
          .ids = kIds,
          .device_key = device_key,
          .models_of_node = models_of_node};
}

}  // namespace pge::schemes::amd
