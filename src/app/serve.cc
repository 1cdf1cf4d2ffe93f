// SPDX-License-Identifier: Apache-2.0
#include "app/serve.h"

#include <future>
#include <string>

#include "app/build_info.h"
#include "app/exporter.h"
#include "app/process/privileges.h"
#include "app/process/signals.h"
#include "base/log.h"

namespace pge {

int serve(const Startup& startup) {
  Logger log(startup.config.log_level, startup.config.log_format);
  const auto build = build_info();
  log.info("Starting pod-gpu-exporter", {{"version", std::string(build.version)},
                                         {"revision", std::string(build.revision)},
                                         {"node", startup.config.node_name}});
  if (startup.config.demo) {
    log.warn("Demo: a simulated cluster is served, nothing of this machine",
             {{"nodes", std::to_string(startup.config.demo_nodes)},
              {"seed", std::to_string(startup.config.demo_seed)}});
  }
  for (const auto& warning : startup.warnings) log.warn(warning);
  for (const auto& text : drop_privileges(needed_capabilities())) log.warn(text);

  std::promise<int> stopped;
  SignalWatch signals({.stop = [&stopped](int signal) { stopped.set_value(signal); },
                       .reload = [&log] { log.info("SIGHUP: nothing to reload"); }});
  auto exporter = Exporter::start(startup.config, log);
  if (!exporter) {
    log.error("cannot start",
              {{"err", exporter.error().message()}, {"remedy", exporter.error().remedy}});
    return 1;
  }
  for (const auto& address : (*exporter)->addresses()) {
    log.info("Listening on", {{"address", address}});
  }
  stopped.get_future().wait();
  log.info("Stopping");
  (*exporter)->stop();
  return 0;
}

}  // namespace pge
