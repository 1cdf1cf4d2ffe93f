// SPDX-License-Identifier: Apache-2.0
//
// NVIDIA's own device plugin. Its ids are UUIDs of cards and slices, "::<n>" behind them where they
// are shared by time or MPS. GPU feature discovery labels the node with one model for all cards,
// blanks as dashes, "-SHARED" behind it where cards are shared, and per MIG profile in mixed mode.
#include <array>

#include "schemes/claims.h"
#include "schemes/labels.h"

namespace pge::schemes::nvidia {
namespace {

// Virtual machines get cards under names of the kind "nvidia.com/GA102GL_A10".
constexpr std::array<std::string_view, 1> kIds = {"nvidia.com/*"};

constexpr std::string_view kProduct = "nvidia.com/gpu.product";
constexpr std::string_view kMemory = "nvidia.com/gpu.memory";
constexpr std::string_view kMig = "nvidia.com/mig-";
constexpr std::string_view kMigProduct = ".product";
constexpr auto kResources = std::to_array<std::string_view>(
    {"nvidia.com/gpu", "nvidia.com/gpu.shared", "nvidia.com/mig-*"});
constexpr auto kReads = std::to_array<std::string_view>(
    {"nvidia.com/gpu.product (label)", "nvidia.com/gpu.memory (label)",
     "nvidia.com/mig-<profile>.product (label)"});

// "NVIDIA-A100-SXM4-80GB-MIG-1g.10gb-SHARED" as card and profile.
struct Product {
  std::string_view card;
  std::string_view profile;
};

Product cut(std::string_view text) {
  constexpr std::string_view kShared = "-SHARED";
  constexpr std::string_view kSlice = "-MIG-";
  if (text.ends_with(kShared)) text.remove_suffix(kShared.size());
  const std::size_t slice = text.rfind(kSlice);
  if (slice == std::string_view::npos) return {text, {}};
  return {text.substr(0, slice), text.substr(slice + kSlice.size())};
}

NodeModel model_of(const Product& product, std::optional<std::uint64_t> memory) {
  NodeModel model{{}, "nvidia", std::string(product.card), std::string(product.profile), memory};
  if (!product.profile.empty()) model.model += " MIG " + model.mig_profile;
  return model;
}

Reading<NodeModel> models_of_node(const NodeView& node) {
  Reading<NodeModel> out;
  const std::array<std::string_view, 1> keys = {kProduct};
  if (const Product product = cut(model_text(node.labels, keys)); !product.card.empty())
    out.items.push_back(model_of(product, mib_text(node.labels, kMemory)));
  for (auto it = node.labels.lower_bound(kMig);
       it != node.labels.end() && it->first.starts_with(kMig); ++it) {
    if (!it->first.ends_with(kMigProduct) || out.items.size() == ClaimList::kMaxListed) continue;
    const std::array<std::string_view, 1> key = {it->first};
    const Product product = cut(model_text(node.labels, key));
    const std::string base = it->first.substr(0, it->first.size() - kMigProduct.size());
    if (!product.card.empty() && !product.profile.empty())
      out.items.push_back(model_of(product, mib_text(node.labels, base + ".memory")));
  }
  return out;
}

ParsedId device_key(std::string_view, std::string_view id) { return parse_nvidia_id(id); }

}  // namespace

Scheme describe() {
  return {.name = "nvidia",
          .vendor = "nvidia",
          .summary = "NVIDIA's device plugin and the labels of GPU feature discovery",
          .resources = kResources,
          .reads = kReads,
          .rank = 410,
          .ids = kIds,
          .device_key = device_key,
          .models_of_node = models_of_node};
}

}  // namespace pge::schemes::nvidia
