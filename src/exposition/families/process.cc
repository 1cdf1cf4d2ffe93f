// SPDX-License-Identifier: Apache-2.0
//
// The standard process metrics, with the names and help texts that all Prometheus clients share.
#include "exposition/families/tables.h"

namespace pge {

namespace {

template <auto Member>
void write_stat(const SelfInput& self, LabelEscaper&, Lines& out) {
  if (const auto& value = self.process.*Member) out.add(static_cast<double>(*value), {});
}

constexpr Family process_family(std::string_view name, MetricType type, std::string_view help) {
  return {.name = name, .type = type, .help = help, .labels = {}, .cadence = Cadence::scrape};
}

constexpr SelfFamily kFamilies[] = {
    {process_family("process_cpu_seconds_total", MetricType::counter,
                    "Total user and system CPU time spent in seconds."),
     write_stat<&ProcessStats::cpu_seconds>},
    {process_family("process_heap_bytes", MetricType::gauge, "Process heap size in bytes."),
     write_stat<&ProcessStats::heap_bytes>},
    {process_family("process_max_fds", MetricType::gauge,
                    "Maximum number of open file descriptors."),
     write_stat<&ProcessStats::max_fds>},
    {process_family("process_open_fds", MetricType::gauge, "Number of open file descriptors."),
     write_stat<&ProcessStats::open_fds>},
    {process_family("process_resident_memory_bytes", MetricType::gauge,
                    "Resident memory size in bytes."),
     write_stat<&ProcessStats::resident_memory_bytes>},
    {process_family("process_start_time_seconds", MetricType::gauge,
                    "Start time of the process since unix epoch in seconds."),
     write_stat<&ProcessStats::start_time_seconds>},
    {process_family("process_threads", MetricType::gauge, "Number of OS threads in the process."),
     write_stat<&ProcessStats::threads>},
    {process_family("process_virtual_memory_bytes", MetricType::gauge,
                    "Virtual memory size in bytes."),
     write_stat<&ProcessStats::virtual_memory_bytes>},
    {process_family("process_virtual_memory_max_bytes", MetricType::gauge,
                    "Maximum amount of virtual memory available in bytes."),
     write_stat<&ProcessStats::virtual_memory_max_bytes>},
};

}  // namespace

std::span<const SelfFamily> process_families() { return kFamilies; }

}  // namespace pge
