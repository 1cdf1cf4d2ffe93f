// SPDX-License-Identifier: Apache-2.0
#include "app/exporter.h"

#include <unistd.h>

#include <filesystem>
#include <optional>
#include <random>
#include <utility>

#include "app/endpoints.h"
#include "app/process/heap.h"
#include "app/process/systemd.h"
#include "app/sources.h"
#include "app/web/long_polls.h"
#include "base/dir_watch.h"
#include "collect/collector.h"
#include "exposition/pages.h"
#include "http/server.h"
#include "http/web_config/web_config_watch.h"
#include "http/web_config/web_gate.h"
#include "net/loop.h"

namespace pge {

namespace {

// Whoever the watched directories belong to: the kubelet's checkpoint changes with each allocation,
// its socket with each restart.
std::vector<std::filesystem::path> watched_directories(const Config& config) {
  std::vector<std::filesystem::path> directories;
  for (const NodePath& file :
       {config.kubelet_socket, config.kubelet_checkpoint, config.gpu_manager_checkpoint}) {
    directories.push_back(real_path(file).parent_path());
  }
  return directories;
}

}  // namespace

// In the order in which things are built; they go in the opposite one, the server first.
struct Exporter::Impl {
  Impl(const Config& settings, Logger& logger)
      : config(settings),
        log(logger),
        collector(
            clock, log, [this](std::shared_ptr<const Snapshot> next) { show(std::move(next)); },
            [this] { trimmer.tick(clock.steady()); }),
        served{config,
               clock,
               build_info(),
               Published<Pages>(std::make_shared<const Pages>()),
               collector,
               [this](WebConfigWatch::Done done) { reload(std::move(done)); },
               [this] { return !web_watch || web_watch->last_successful(); }} {}

  void reload(WebConfigWatch::Done done) {
    if (!web_watch) return done({});
    web_watch->reload(std::move(done));
  }

  Result<void> open_gate() {
    const auto& file = config.web_config_file;
    if (file.empty()) return {};
    auto loaded = load_web_config(file);
    if (!loaded) {
      const WebConfigError& error = loaded.error().front();
      return fail(ErrorKind::malformed, error.text, error.where, error.remedy);
    }
    WebConfig first = loaded->config;
    gate = std::make_shared<WebGate>(std::move(*loaded), std::make_shared<SystemClock>());
    WebConfigWatch::Events events;
    events.changed = [this](LoadedWebConfig next) {
      gate->replace(std::move(next));
      log.info("The web configuration has changed and holds for new requests");
    };
    events.failed = [this](const WebConfigErrors& errors) {
      for (const WebConfigError& error : errors) {
        log.error("The web configuration is bad, the one before stays",
                  {{"err", error.where + ": " + error.text}, {"remedy", error.remedy}});
      }
    };
    web_watch.emplace(
        std::move(first), [file] { return load_web_config(file); }, std::move(events));
    return {};
  }

  Result<void> open_servers() {
    ServerOptions options;
    options.limits.max_requests = config.web_max_requests;
    options.limits.max_streams = config.web_max_streams;
    options.gate = gate;
    if (config.web_systemd_socket) {
      auto sockets = inherited_sockets(systemd_environment(), ::getpid());
      if (!sockets) return std::unexpected(std::move(sockets.error()));
      options.inherited = std::move(*sockets);
    } else {
      options.addresses = config.web_listen_addresses;
    }
    auto started = Server::start(loop, make_router(served, polls), std::move(options));
    if (!started) return std::unexpected(std::move(started.error()));
    server = std::move(*started);
    if (!config.web_probe_address) return {};
    ServerOptions for_probes;
    for_probes.addresses = {*config.web_probe_address};
    auto probes = Server::start(loop, make_probe_router(served), std::move(for_probes));
    if (!probes) return std::unexpected(std::move(probes.error()));
    probe_server = std::move(*probes);
    return {};
  }

  void show(std::shared_ptr<const Snapshot> next) {
    log.debug("assignments changed", {{"generation", std::to_string(next->generation)}});
    auto pages = builder.update(std::move(next), PageConfig{.legacy = config.metrics_legacy});
    served.pages.set(pages);
    polls.changed();
    if (served.gzip_wanted) compress_ahead(*pages);
  }

  // By way of the loop: a loop that hangs is not alive.
  void tell_watchdog() {
    const SystemdEnvironment environment = systemd_environment();
    const auto interval = watchdog_interval(environment, ::getpid());
    if (!interval) return;
    watchdog.emplace(*interval, [this, manager = ServiceManager(environment.notify_socket)] {
      loop.post([manager] { manager.alive(); });
    });
  }

  void watch() {
    watcher.emplace(
        watched_directories(config),
        [this](const std::filesystem::path&) {
          for (const char* source : {"podresources", "checkpoint", "podnames", "gpumanager"})
            collector.wake(source);
        },
        [this](const Error& error) {
          log.warn("changes are noticed by polling only", {{"err", error.message()}});
        });
  }

  const Config config;
  Logger& log;
  SystemClock clock;
  PagesBuilder builder;  // collector's thread only
  HeapTrimmer trimmer;   // collector's thread only
  Collector collector;
  Served served;
  LongPolls polls;
  std::optional<DirWatch> watcher;
  Loop loop;
  std::shared_ptr<WebGate> gate;  // null: plain HTTP for everybody
  std::optional<WebConfigWatch> web_watch;
  std::unique_ptr<Server> server;
  std::unique_ptr<Server> probe_server;
  std::optional<Ticker> watchdog;
};

Exporter::Exporter(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Exporter::~Exporter() { stop(); }

Result<std::unique_ptr<Exporter>> Exporter::start(const Config& config, Logger& log) {
  auto impl = std::make_unique<Impl>(config, log);
  if (auto done = impl->open_gate(); !done) return std::unexpected(std::move(done.error()));
  if (auto done = impl->open_servers(); !done) return std::unexpected(std::move(done.error()));
  // Spread over a fleet, so that nodes do not move in step.
  const std::uint64_t seed = std::random_device{}();
  for (auto& source : make_sources(impl->config, impl->clock)) {
    impl->collector.add(std::move(source.source),
                        worker_options(impl->config, source.deadline, seed));
  }
  impl->collector.start();
  impl->watch();
  impl->tell_watchdog();
  return std::unique_ptr<Exporter>(new Exporter(std::move(impl)));
}

const std::vector<std::string>& Exporter::addresses() const { return impl_->server->addresses(); }

std::vector<std::string> Exporter::probe_addresses() const {
  return impl_->probe_server ? impl_->probe_server->addresses() : std::vector<std::string>();
}

bool Exporter::tls() const { return impl_->gate && impl_->gate->tls() != nullptr; }

void Exporter::reload() {
  Logger& log = impl_->log;
  if (!impl_->web_watch) return log.info("There is no web configuration to reload");
  impl_->reload([&log](const WebConfigErrors& errors) {
    if (errors.empty()) log.info("The web configuration is read anew");
  });
}

void Exporter::stop() {
  impl_->polls.stop();
  if (impl_->probe_server) impl_->probe_server->stop_accepting();
  impl_->server->stop();
  if (impl_->probe_server) impl_->probe_server->stop(Duration::zero());
  impl_->watchdog.reset();
  impl_->web_watch.reset();  // not before the server: its handlers ask it
  impl_->watcher.reset();
  impl_->collector.stop();
  impl_->loop.stop();
}

}  // namespace pge
