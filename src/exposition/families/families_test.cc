// SPDX-License-Identifier: Apache-2.0
//
// Rules of single families that the golden pages do not show apart.
#include <gtest/gtest.h>

#include <algorithm>

#include "exposition/catalog.h"

namespace pge {
namespace {

std::string lines_of(std::string_view name, const NodePart& part) {
  for (const PartFamily* row : part_families()) {
    if (row->family.name != name) continue;
    EscapedPart escaped(part);
    Lines lines(row->family);
    row->write(escaped, lines);
    std::string text;
    lines.append_to(text);
    return text;
  }
  return "no such family";
}

std::string lines_of(std::string_view name, const SelfInput& self) {
  for (const SelfFamily* row : self_families()) {
    if (row->family.name != name) continue;
    LabelEscaper escape;
    Lines lines(row->family);
    row->write(self, escape, lines);
    std::string text;
    lines.append_to(text);
    return text;
  }
  return "no such family";
}

NodePart node_with(Allocation a) {
  a.ns = "ns";
  a.pod = "p";
  a.container = "c";
  a.device_id = "d";
  NodePart part;
  part.node = "n";
  part.allocations = {std::move(a)};
  return part;
}

constexpr std::string_view kHolder =
    "{UUID=\"d\",container=\"c\",namespace=\"ns\",node=\"n\",pod=\"p\"} ";

std::string line(std::string_view family, std::string_view value) {
  return std::string(family) + std::string(kHolder) + std::string(value) + "\n";
}

TEST(AllocationFamilies, WhatIsNotKnownOrGrantedHasNoLine) {
  const NodePart part = node_with({});
  for (const char* name :
       {"pod_gpu_allocation_replicas", "pod_gpu_compute_granted_ratio",
        "pod_gpu_memory_granted_bytes", "pod_gpu_allocation_start_timestamp_seconds"}) {
    EXPECT_EQ(lines_of(name, part), "") << name;
  }
}

TEST(AllocationFamilies, GrantedNothingIsNotTheSameAsNotGranted) {
  Allocation a;
  a.compute_ratio = 0;
  a.memory_bytes = 0;
  EXPECT_EQ(lines_of("pod_gpu_compute_granted_ratio", node_with(a)),
            line("pod_gpu_compute_granted_ratio", "0"));
  EXPECT_EQ(lines_of("pod_gpu_memory_granted_bytes", node_with(a)),
            line("pod_gpu_memory_granted_bytes", "0"));
}

TEST(AllocationFamilies, TwoInstancesOfOnePodAreAddedUpAndTheEarlierStartCounts) {
  Allocation a;
  a.replicas = 2;
  a.memory_bytes = 5;
  a.start_seconds = 100;
  NodePart part = node_with(a);
  Allocation b = part.allocations[0];
  b.pod_uid = "successor";
  b.replicas = 3;
  b.start_seconds = 50;
  part.allocations.push_back(b);
  EXPECT_EQ(lines_of("pod_gpu_allocation_replicas", part),
            line("pod_gpu_allocation_replicas", "5"));
  EXPECT_EQ(lines_of("pod_gpu_memory_granted_bytes", part),
            line("pod_gpu_memory_granted_bytes", "10"));
  EXPECT_EQ(lines_of("pod_gpu_allocation_start_timestamp_seconds", part),
            line("pod_gpu_allocation_start_timestamp_seconds", "50"));
  const std::string info = lines_of("pod_gpu_allocation_info", part);
  EXPECT_EQ(std::ranges::count(info, '\n'), 2);
  const std::string map = lines_of("pod_and_gpu_map_info", part);
  EXPECT_EQ(std::ranges::count(map, '\n'), 1);
  EXPECT_TRUE(map.ends_with("} 1.0\n"));
}

TEST(DeviceFamilies, UnknownNumbersAreEmptyLabelsAndUnknownMeasuresNoLines) {
  NodePart part;
  part.node = "n";
  part.devices.emplace_back().id = "d";
  EXPECT_EQ(lines_of("gpu_device_info", part),
            "gpu_device_info{UUID=\"d\",compute_instance_id=\"\",driver_version=\"\","
            "gpu_instance_id=\"\",index=\"\",mig_profile=\"\",minor=\"\",model=\"\",node=\"n\","
            "parent_uuid=\"\",pci_bus_id=\"\",vendor=\"\"} 1\n");
  EXPECT_EQ(lines_of("gpu_device_memory_total_bytes", part), "");
  EXPECT_EQ(lines_of("gpu_device_healthy", part), "");
  part.devices[0].healthy = false;
  EXPECT_EQ(lines_of("gpu_device_healthy", part), "gpu_device_healthy{UUID=\"d\",node=\"n\"} 0\n");
}

TEST(NodeFamilies, AnUnknownCountIsAbsentAndZeroIsZero) {
  NodePart part;
  part.node = "n";
  part.resources = {{"r", 0, {}, {}}};
  EXPECT_EQ(lines_of("gpu_node_devices", part),
            "gpu_node_devices{node=\"n\",resource=\"r\",state=\"allocated\"} 0\n");
  EXPECT_EQ(lines_of("gpu_node_allocatable_devices", part), "");
}

TEST(SourceFamilies, AbsentUpDownAndNotYetAreToldApart) {
  std::vector<SourceState> sources(4);
  sources[0].name = "absent";
  sources[0].health = SourceHealth::absent;
  sources[1].name = "down";
  sources[1].health = SourceHealth::down;
  sources[2].name = "starting";
  sources[3].name = "up";
  sources[3].health = SourceHealth::up;
  sources[3].last_success_wall = WallTime(std::chrono::seconds(7));
  SelfInput self;
  self.sources = sources;
  EXPECT_EQ(lines_of("pod_gpu_exporter_source_up", self),
            "pod_gpu_exporter_source_up{source=\"down\"} 0\n"
            "pod_gpu_exporter_source_up{source=\"starting\"} 0\n"
            "pod_gpu_exporter_source_up{source=\"up\"} 1\n");
  EXPECT_EQ(lines_of("pod_gpu_exporter_source_last_success_timestamp_seconds", self),
            "pod_gpu_exporter_source_last_success_timestamp_seconds{source=\"up\"} 7\n");
  EXPECT_EQ(lines_of("pod_gpu_exporter_source_last_duration_seconds", self),
            "pod_gpu_exporter_source_last_duration_seconds{source=\"down\"} 0\n"
            "pod_gpu_exporter_source_last_duration_seconds{source=\"up\"} 0\n");
}

TEST(SourceFamilies, EveryKindOfErrorFromTheStartExceptOfWhatIsAbsent) {
  std::vector<SourceState> sources(1);
  sources[0].name = "absent";
  sources[0].health = SourceHealth::absent;
  std::vector<SourceErrors> errors = {{"absent", {}}, {"other", {}}};
  SelfInput self;
  self.sources = sources;
  self.errors = errors;
  const std::string text = lines_of("pod_gpu_exporter_source_errors_total", self);
  EXPECT_EQ(std::ranges::count(text, '\n'), static_cast<std::ptrdiff_t>(kCountedErrorKinds.size()));
  EXPECT_EQ(text.find("source=\"absent\""), std::string::npos);
  errors[0].counts[0] = 1;
  EXPECT_NE(lines_of("pod_gpu_exporter_source_errors_total", self).find("source=\"absent\""),
            std::string::npos);
}

TEST(ProcessFamilies, WhatCannotBeReadIsLeftOut) {
  SelfInput self;
  for (const SelfFamily& row : process_families()) {
    EXPECT_EQ(lines_of(row.family.name, self), "") << row.family.name;
  }
  self.process.open_fds = 0;
  EXPECT_EQ(lines_of("process_open_fds", self), "process_open_fds 0\n");
}

}  // namespace
}  // namespace pge
