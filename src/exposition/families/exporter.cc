// SPDX-License-Identifier: Apache-2.0
#include "exposition/families/tables.h"

namespace pge {

namespace {

void write_confirmed(const SelfInput& self, LabelEscaper&, Lines& out) {
  if (self.confirmed) out.add(unix_seconds(*self.confirmed), {});
}

void write_generation(const SelfInput& self, LabelEscaper&, Lines& out) {
  if (self.snapshot != nullptr) out.add(static_cast<double>(self.snapshot->generation), {});
}

void write_demo(const SelfInput& self, LabelEscaper&, Lines& out) {
  out.add(self.demo ? 1 : 0, {});
}

void write_reload(const SelfInput& self, LabelEscaper&, Lines& out) {
  out.add(self.reload_successful ? 1 : 0, {});
}

void write_build(const SelfInput& self, LabelEscaper& escape, Lines& out) {
  const BuildLabels& build = self.build;
  out.add(1, {escape(build.arch), escape(build.compiler), escape(build.os), escape(build.revision),
              escape(build.version)});
}

constexpr SelfFamily kFamilies[] = {
    {{.name = "pod_gpu_exporter_snapshot_timestamp_seconds",
      .help = "When what this page says was last confirmed to be so, in Unix time.",
      .labels = {},
      .cadence = Cadence::scrape},
     write_confirmed},
    {{.name = "pod_gpu_exporter_snapshot_generation",
      .help = "Grows by one with each change of who holds what.",
      .labels = {},
      .cadence = Cadence::scrape},
     write_generation},
    {{.name = "pod_gpu_exporter_demo",
      .help = "1 while a simulated cluster is shown instead of a real one.",
      .labels = {},
      .cadence = Cadence::scrape},
     write_demo},
    {{.name = "pod_gpu_exporter_config_last_reload_successful",
      .help = "0 while the web configuration cannot be used and the one before it still holds.",
      .labels = {},
      .cadence = Cadence::scrape},
     write_reload},
    {{.name = "pod_gpu_exporter_build_info",
      .type = MetricType::info,
      .help = "What this exporter was built from and with.",
      .labels = {"arch", "compiler", "os", "revision", "version"},
      .cadence = Cadence::scrape,
      .merge = Merge::one},
     write_build},
};

}  // namespace

std::span<const SelfFamily> exporter_families() { return kFamilies; }

}  // namespace pge
