// SPDX-License-Identifier: Apache-2.0
#include "app/serve.h"

#include <future>
#include <string>

#include "app/build_info.h"
#include "app/exporter.h"
#include "app/process/privileges.h"
#include "app/process/signals.h"
#include "app/process/systemd.h"
#include "base/log.h"
#include "base/mutex.h"

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
  Mutex mutex;
  Exporter* running = nullptr;  // once it is up, for a SIGHUP
  SignalWatch signals({.stop = [&stopped](int signal) { stopped.set_value(signal); },
                       .reload =
                           [&mutex, &running] {
                             MutexLock lock(mutex);
                             if (running != nullptr) running->reload();
                           }});
  auto exporter = Exporter::start(startup.config, log);
  if (!exporter) {
    log.error("cannot start",
              {{"err", exporter.error().message()}, {"remedy", exporter.error().remedy}});
    return 1;
  }
  for (const auto& address : (*exporter)->addresses()) {
    log.info("Listening on", {{"address", address}});
  }
  for (const auto& address : (*exporter)->probe_addresses()) {
    log.info("Answering probes on", {{"address", address}});
  }
  log.info((*exporter)->tls() ? "TLS is enabled" : "TLS is disabled");
  const auto set_running = [&](Exporter* now) {
    MutexLock lock(mutex);
    running = now;
  };
  set_running(exporter->get());
  const ServiceManager manager(systemd_environment().notify_socket);
  manager.ready();
  stopped.get_future().wait();
  log.info("Stopping");
  manager.stopping();
  set_running(nullptr);
  (*exporter)->stop();
  return 0;
}

}  // namespace pge
