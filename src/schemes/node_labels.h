// SPDX-License-Identifier: Apache-2.0
//
// Models out of node labels.
#pragma once

#include <optional>
#include <string_view>

#include "model/device.h"
#include "model/pod_view.h"

namespace pge::schemes {

// The text of a label; nothing where it is absent or empty.
std::optional<NodeModel> model_by_label(const NodeView& node, std::string_view label,
                                        std::string_view vendor);

// The end of the one label whose key starts with `prefix`: some labellers put the value into the
// key, and the number of cards into the value. Nothing where several are there: cards that differ.
std::optional<NodeModel> model_by_label_key(const NodeView& node, std::string_view prefix,
                                            std::string_view vendor);

}  // namespace pge::schemes
