// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "exposition/families/tables.h"

namespace pge {

namespace {

constexpr LabelNames kSource = {"source"};

double seconds(Duration duration) { return std::chrono::duration<double>(duration).count(); }

// A source that is absent is neither up nor down. One that has not answered yet is not up.
void write_up(const SelfInput& self, LabelEscaper& escape, Lines& out) {
  for (const SourceState& source : self.sources) {
    if (source.health == SourceHealth::absent) continue;
    out.add(source.health == SourceHealth::up ? 1 : 0, {escape(source.name)});
  }
}

void write_last_success(const SelfInput& self, LabelEscaper& escape, Lines& out) {
  for (const SourceState& source : self.sources) {
    if (source.last_success_wall == WallTime{}) continue;
    out.add(unix_seconds(source.last_success_wall), {escape(source.name)});
  }
}

void write_took(const SelfInput& self, LabelEscaper& escape, Lines& out) {
  for (const SourceState& source : self.sources) {
    if (source.health == SourceHealth::absent || source.health == SourceHealth::starting) continue;
    out.add(seconds(source.last_took), {escape(source.name)});
  }
}

bool is_absent(const SelfInput& self, const std::string& name) {
  const auto state = std::ranges::find(self.sources, name, &SourceState::name);
  return state != self.sources.end() && state->health == SourceHealth::absent;
}

// Every kind from the start, so that the first failure is an increase from 0 and not a new series.
void write_errors(const SelfInput& self, LabelEscaper& escape, Lines& out) {
  for (const SourceErrors& row : self.errors) {
    const bool any = std::ranges::any_of(row.counts, [](std::uint64_t count) { return count > 0; });
    if (!any && is_absent(self, row.source)) continue;
    const EscapedLabel source = escape(row.source);
    for (std::size_t i = 0; i < row.counts.size(); ++i) {
      out.add(static_cast<double>(row.counts[i]),
              {escape(to_string(kCountedErrorKinds[i])), source});
    }
  }
}

constexpr SelfFamily kFamilies[] = {
    {{.name = "pod_gpu_exporter_source_up",
      .help = "Whether the newest try to read the source succeeded. A source that does not exist "
              "here has no line.",
      .labels = kSource,
      .cadence = Cadence::scrape,
      .merge = Merge::least},
     write_up},
    {{.name = "pod_gpu_exporter_source_last_success_timestamp_seconds",
      .help = "When the source was last read with success, in Unix time.",
      .labels = kSource,
      .cadence = Cadence::scrape,
      .merge = Merge::least},
     write_last_success},
    {{.name = "pod_gpu_exporter_source_last_duration_seconds",
      .help = "How long the newest try to read the source took.",
      .labels = kSource,
      .cadence = Cadence::scrape,
      .merge = Merge::least},
     write_took},
    {{.name = "pod_gpu_exporter_source_errors_total",
      .type = MetricType::counter,
      .help = "Failed tries and items that could not be read, by kind of fault.",
      .labels = {"kind", "source"},
      .cadence = Cadence::scrape},
     write_errors},
};

}  // namespace

std::span<const SelfFamily> source_families() { return kFamilies; }

}  // namespace pge
