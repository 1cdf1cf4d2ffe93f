// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "model/facts.h"
#include "model/snapshot.h"

namespace pge {

// Failures of one source since the start of the process.
struct SourceErrors {
  std::string source;
  std::array<std::uint64_t, kCountedErrorKinds.size()> counts{};  // as kCountedErrorKinds
};

// What /proc/self says; what cannot be read is left out of the page.
struct ProcessStats {
  std::optional<double> cpu_seconds;
  std::optional<double> start_time_seconds;  // Unix time
  std::optional<std::uint64_t> open_fds;
  std::optional<std::uint64_t> max_fds;
  std::optional<std::uint64_t> virtual_memory_bytes;
  std::optional<std::uint64_t> virtual_memory_max_bytes;
  std::optional<std::uint64_t> resident_memory_bytes;
  std::optional<std::uint64_t> heap_bytes;
  std::optional<std::uint64_t> threads;
};

// Values of the labels of pod_gpu_exporter_build_info.
struct BuildLabels {
  std::string_view arch;
  std::string_view compiler;
  std::string_view os;
  std::string_view revision;
  std::string_view version;
};

// What the exporter says of itself at the moment of a scrape. Views, read during the call only.
struct SelfInput {
  std::span<const SourceState> sources;
  std::span<const SourceErrors> errors;
  const Snapshot* snapshot = nullptr;  // metrics_page() puts the page's own here
  std::optional<WallTime> confirmed;   // when the assignments served were last found to be so
  bool demo = false;
  bool reload_successful = true;  // the newest configuration could be read, or nothing is read
  BuildLabels build;
  ProcessStats process;
};

}  // namespace pge
