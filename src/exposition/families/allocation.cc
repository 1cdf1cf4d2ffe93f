// SPDX-License-Identifier: Apache-2.0
#include "exposition/families/tables.h"

namespace pge {

namespace {

constexpr LabelNames kHolder = {"UUID", "container", "namespace", "node", "pod"};

void add_holder(EscapedPart& part, const EscapedAllocation& row, double value, Lines& out) {
  out.add(value, {row.device_id, row.container, row.ns, part.node(), row.pod});
}

void write_info(EscapedPart& part, Lines& out) {
  for (const EscapedAllocation& row : part.allocations()) {
    out.add(1, {row.device_id, row.container, row.ns, part.node(), row.pod, row.pod_uid,
                row.resource, row.scheme});
  }
}

void write_replicas(EscapedPart& part, Lines& out) {
  for (const EscapedAllocation& row : part.allocations()) {
    if (row.raw.replicas > 0) add_holder(part, row, row.raw.replicas, out);
  }
}

void write_compute(EscapedPart& part, Lines& out) {
  for (const EscapedAllocation& row : part.allocations()) {
    if (const auto& ratio = row.raw.compute_ratio) add_holder(part, row, *ratio, out);
  }
}

void write_memory(EscapedPart& part, Lines& out) {
  for (const EscapedAllocation& row : part.allocations()) {
    if (const auto& bytes = row.raw.memory_bytes) {
      add_holder(part, row, static_cast<double>(*bytes), out);
    }
  }
}

void write_start(EscapedPart& part, Lines& out) {
  for (const EscapedAllocation& row : part.allocations()) {
    if (const auto& seconds = row.raw.start_seconds) add_holder(part, row, *seconds, out);
  }
}

constexpr PartFamily kFamilies[] = {
    {{.name = "pod_and_gpu_map_info",
      .help = "Provide a mapping relationship between pod and gpu",
      .labels = {"gpu_id", "gpu_model", "namespace", "node", "pod_name"},
      .merge = Merge::one,
      .value_style = ValueStyle::decimal,
      .always_headed = true},
     Facet::allocations,
     write_map},
    {{.name = "pod_gpu_allocation_info",
      .type = MetricType::info,
      .help = "A container holds a device, and how it was assigned.",
      .labels = {"UUID", "container", "namespace", "node", "pod", "pod_uid", "resource", "scheme"},
      .merge = Merge::one},
     Facet::allocations,
     write_info},
    {{.name = "pod_gpu_allocation_replicas",
      .help = "Replicas of a shared device that the container holds.",
      .labels = kHolder},
     Facet::allocations,
     write_replicas},
    {{.name = "pod_gpu_compute_granted_ratio",
      .help = "Part of the device's compute granted to the container, 0 to 1. Absent where none is "
              "granted in particular.",
      .labels = kHolder},
     Facet::allocations,
     write_compute},
    {{.name = "pod_gpu_memory_granted_bytes",
      .help = "Device memory granted to the container. Absent where none is granted in "
              "particular.",
      .labels = kHolder},
     Facet::allocations,
     write_memory},
    {{.name = "pod_gpu_allocation_start_timestamp_seconds",
      .help = "Since when the container holds the device, in Unix time.",
      .labels = kHolder,
      .merge = Merge::least},
     Facet::allocations,
     write_start},
};

}  // namespace

std::span<const PartFamily> allocation_families() { return kFamilies; }

}  // namespace pge
