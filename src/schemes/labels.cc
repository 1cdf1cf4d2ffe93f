// SPDX-License-Identifier: Apache-2.0
#include "schemes/labels.h"

#include "base/strings.h"
#include "model/quantity.h"
#include "schemes/claims.h"

namespace pge::schemes {

std::string_view model_text(const TextMap& map, std::span<const std::string_view> keys) {
  for (const std::string_view key : keys) {
    const auto text = find_text(map, key);
    if (!text) continue;
    const std::string_view model = trim(*text);
    if (!model.empty() && model.size() <= ClaimList::kMaxId) return model;
  }
  return {};
}

std::optional<std::uint64_t> mib_text(const TextMap& map, std::string_view key) {
  const auto text = find_text(map, key);
  const auto mib = text ? parse_unsigned(trim(*text)) : std::nullopt;
  return mib && *mib > 0 ? scaled(*mib, kMiB) : std::nullopt;
}

Reading<NodeModel> one_model(std::string_view vendor, std::string_view model,
                             std::optional<std::uint64_t> memory_bytes) {
  Reading<NodeModel> out;
  if (!model.empty())
    out.items.push_back({{}, std::string(vendor), std::string(model), {}, memory_bytes});
  return out;
}

}  // namespace pge::schemes
