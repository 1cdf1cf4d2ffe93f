// SPDX-License-Identifier: Apache-2.0
#include "exposition/families/tables.h"

namespace pge {

void write_map(EscapedPart& part, Lines& out) {
  for (const EscapedAllocation& row : part.allocations()) {
    out.add(1, {row.device_id, row.model, row.ns, part.node(), row.pod});
  }
}

constexpr Family kNodeMapFamily = {
    .name = "<node>_info",
    .help = "Provide every node's pod and gpu mapping relationship",
    .labels = {"gpu_id", "gpu_model", "namespace", "node", "pod_name"},
    .merge = Merge::one,
    .value_style = ValueStyle::decimal,
};

constexpr Family kLegacyFamily = {
    .name = "POD_GPU_MAP_INFO_<n>",
    .help = "pod gpu map info - please use labels value to match pod and gpu",
    .labels = {"gpu_id", "gpu_model", "namespace", "node", "pod_name"},
    .merge = Merge::one,
    .value_style = ValueStyle::decimal,
};

}  // namespace pge
