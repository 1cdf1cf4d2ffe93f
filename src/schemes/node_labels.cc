// SPDX-License-Identifier: Apache-2.0
#include "schemes/node_labels.h"

#include "base/strings.h"

namespace pge::schemes {
namespace {

// Kubernetes allows 63 bytes in a label; what is longer comes from somewhere else.
constexpr std::size_t kLongest = 256;

std::optional<NodeModel> model(const NodeView& node, std::string_view text,
                               std::string_view vendor) {
  text = trim(text);
  if (text.empty() || text.size() > kLongest) return std::nullopt;
  return NodeModel{node.name, std::string(vendor), std::string(text)};
}

}  // namespace

std::optional<NodeModel> model_by_label(const NodeView& node, std::string_view label,
                                        std::string_view vendor) {
  const auto text = find_text(node.labels, label);
  return text ? model(node, *text, vendor) : std::nullopt;
}

std::optional<NodeModel> model_by_label_key(const NodeView& node, std::string_view prefix,
                                            std::string_view vendor) {
  const auto first = node.labels.lower_bound(prefix);
  if (first == node.labels.end() || !first->first.starts_with(prefix)) return std::nullopt;
  const auto second = std::next(first);
  if (second != node.labels.end() && second->first.starts_with(prefix)) return std::nullopt;
  return model(node, std::string_view(first->first).substr(prefix.size()), vendor);
}

}  // namespace pge::schemes
