// SPDX-License-Identifier: Apache-2.0
#include "exposition/families/tables.h"

namespace pge {

namespace {

constexpr LabelNames kReason = {"node", "reason"};

void write_devices(EscapedPart& part, Lines& out) {
  const EscapedLabel allocated = part.escape()("allocated");
  const EscapedLabel free = part.escape()("free");
  for (const ResourceCount& count : part.part().resources) {
    const EscapedLabel resource = part.escape()(count.resource);
    if (count.allocated) {
      out.add(static_cast<double>(*count.allocated), {part.node(), resource, allocated});
    }
    if (count.free) out.add(static_cast<double>(*count.free), {part.node(), resource, free});
  }
}

void write_allocatable(EscapedPart& part, Lines& out) {
  for (const ResourceCount& count : part.part().resources) {
    if (!count.allocatable) continue;
    out.add(static_cast<double>(*count.allocatable), {part.node(), part.escape()(count.resource)});
  }
}

void write_reasons(EscapedPart& part, const std::vector<ReasonCount>& counts, Lines& out) {
  for (const ReasonCount& row : counts) {
    out.add(static_cast<double>(row.count), {part.node(), part.escape()(row.reason)});
  }
}

void write_conflicts(EscapedPart& part, Lines& out) {
  write_reasons(part, part.part().conflicts, out);
}

void write_unresolved(EscapedPart& part, Lines& out) {
  write_reasons(part, part.part().unresolved, out);
}

constexpr PartFamily kFamilies[] = {
    {{.name = "gpu_node_devices",
      .help = "Schedulable device ids of the node by state, as the kubelet counts them; a replica "
              "of a shared device counts as one.",
      .labels = {"node", "resource", "state"}},
     Facet::resources,
     write_devices},
    {{.name = "gpu_node_allocatable_devices",
      .help = "Device ids that the node offers to the scheduler.",
      .labels = {"node", "resource"}},
     Facet::resources,
     write_allocatable},
    {{.name = "pod_gpu_claim_conflicts",
      .help = "Assignments about which sources contradict each other right now.",
      .labels = kReason},
     Facet::conflicts,
     write_conflicts},
    {{.name = "pod_gpu_unresolved_devices",
      .help = "Devices that pods hold or ask for and that no source can place, by reason.",
      .labels = kReason},
     Facet::unresolved,
     write_unresolved},
};

}  // namespace

std::span<const PartFamily> node_families() { return kFamilies; }

}  // namespace pge
