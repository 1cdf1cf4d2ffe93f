// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <future>
#include <string>

#include "app/build_info.h"
#include "app/exporter.h"
#include "app/flags.h"
#include "app/privileges.h"
#include "app/signals.h"
#include "base/log.h"

namespace {

int print(const std::string& text, std::FILE* to, int code) {
  std::fputs(text.c_str(), to);
  return std::fflush(to) == 0 ? code : 1;
}

int serve(const pge::Startup& startup) {
  pge::Logger log(startup.config.log_level, startup.config.log_format);
  const auto build = pge::build_info();
  log.info("Starting pod-gpu-exporter", {{"version", std::string(build.version)},
                                         {"revision", std::string(build.revision)},
                                         {"node", startup.config.node_name}});
  for (const auto& warning : startup.warnings) log.warn(warning);
  for (const auto& text : pge::drop_privileges(pge::needed_capabilities())) log.warn(text);

  std::promise<int> stopped;
  pge::SignalWatch signals({.stop = [&stopped](int signal) { stopped.set_value(signal); },
                            .reload = [&log] { log.info("SIGHUP: nothing to reload"); }});
  auto exporter = pge::Exporter::start(startup.config, log);
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

}  // namespace

int main(int argc, char** argv) {
  pge::block_signals();
  pge::tune_allocator();
  const auto startup = pge::configure(pge::inputs_of_process(argc, argv));
  if (!startup) return print(pge::errors_text(startup.error()), stderr, 2);
  switch (startup->command) {
    case pge::Command::help:
      return print(pge::help_text(), stdout, 0);
    case pge::Command::version:
      return print(pge::version_text(pge::build_info()), stdout, 0);
    case pge::Command::serve:
      break;
  }
  return serve(*startup);
}
