// SPDX-License-Identifier: Apache-2.0
#include "exposition/families/tables.h"

namespace pge {

namespace {

constexpr LabelNames kDevice = {"UUID", "node"};

void write_info(EscapedPart& part, Lines& out) {
  LabelEscaper& escape = part.escape();
  for (const EscapedDevice& row : part.devices()) {
    const Device& device = row.raw;
    out.add(1, {row.id, escape.number(device.compute_instance), escape(device.driver_version),
                escape.number(device.gpu_instance), escape.number(device.index),
                escape(device.mig_profile), escape.number(device.minor), escape(device.model),
                part.node(), escape(device.parent_id), escape(device.pci_bus_id),
                escape(device.vendor)});
  }
}

void write_memory(EscapedPart& part, Lines& out) {
  for (const EscapedDevice& row : part.devices()) {
    if (const auto& bytes = row.raw.memory_bytes) {
      out.add(static_cast<double>(*bytes), {row.id, part.node()});
    }
  }
}

void write_healthy(EscapedPart& part, Lines& out) {
  for (const EscapedDevice& row : part.devices()) {
    if (const auto& healthy = row.raw.healthy) out.add(*healthy ? 1 : 0, {row.id, part.node()});
  }
}

void write_pods(EscapedPart& part, Lines& out) {
  const auto& counts = part.part().device_pods;
  const auto& devices = part.devices();
  for (std::size_t i = 0; i < counts.size() && i < devices.size(); ++i)
    out.add(static_cast<double>(counts[i]), {devices[i].id, part.node()});
}

constexpr PartFamily kFamilies[] = {
    {{.name = "gpu_device_info",
      .type = MetricType::info,
      .help = "A device and what identifies it. A whole card is its own parent.",
      .labels = {"UUID", "compute_instance_id", "driver_version", "gpu_instance_id", "index",
                 "mig_profile", "minor", "model", "node", "parent_uuid", "pci_bus_id", "vendor"},
      .merge = Merge::one},
     Facet::devices,
     write_info},
    {{.name = "gpu_device_memory_total_bytes",
      .help = "Memory of the device.",
      .labels = kDevice,
      .merge = Merge::least},
     Facet::devices,
     write_memory},
    {{.name = "gpu_device_healthy",
      .help = "Whether the device is fit for use, as its driver or device plugin says.",
      .labels = kDevice,
      .merge = Merge::least},
     Facet::devices,
     write_healthy},
    {{.name = "gpu_device_pods",
      .help = "Pods known to hold the device. Absent while a source that could name one is silent.",
      .labels = kDevice,
      .merge = Merge::add},
     Facet::device_pods,
     write_pods},
};

}  // namespace

std::span<const PartFamily> device_families() { return kFamilies; }

}  // namespace pge
