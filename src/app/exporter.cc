// SPDX-License-Identifier: Apache-2.0
#include "app/exporter.h"

#include <unistd.h>

#include <filesystem>
#include <optional>
#include <random>
#include <utility>

#include "app/demo.h"
#include "app/endpoints.h"
#include "app/process/heap.h"
#include "app/sources.h"
#include "app/web/long_polls.h"
#include "base/dir_watch.h"
#include "collect/collector.h"
#include "exposition/pages.h"
#include "http/server.h"
#include "net/loop.h"
#include "sources/demo/demo_source.h"

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
        served{config, clock, build_info(), Published<Pages>(std::make_shared<const Pages>()),
               collector} {}

  void show(std::shared_ptr<const Snapshot> next) {
    log.debug("assignments changed", {{"generation", std::to_string(next->generation)}});
    auto pages = builder.update(std::move(next), PageConfig{.legacy = config.metrics_legacy});
    served.pages.set(pages);
    polls.changed();
    if (served.gzip_wanted) compress_ahead(*pages);
  }

  void watch() {
    if (config.demo) {
      pulse.emplace(demo_options(config), began, clock, [this] { collector.wake("demo"); });
      return;
    }
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
  const demo::Beginning began{clock.steady(), clock.wall()};
  PagesBuilder builder;  // collector's thread only
  HeapTrimmer trimmer;   // collector's thread only
  Collector collector;
  Served served;
  LongPolls polls;
  std::optional<DirWatch> watcher;
  std::optional<demo::DemoPulse> pulse;
  Loop loop;
  std::unique_ptr<Server> server;
};

Exporter::Exporter(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Exporter::~Exporter() { stop(); }

Result<std::unique_ptr<Exporter>> Exporter::start(const Config& config, Logger& log) {
  auto impl = std::make_unique<Impl>(config, log);
  ServerOptions options;
  options.addresses = config.web_listen_addresses;
  options.limits.max_requests = config.web_max_requests;
  auto server =
      Server::start(impl->loop, make_router(impl->served, impl->polls), std::move(options));
  if (!server) return std::unexpected(std::move(server.error()));
  impl->server = std::move(*server);
  // Spread over a fleet, so that nodes do not move in step.
  const std::uint64_t seed = std::random_device{}();
  auto sources = impl->config.demo ? make_demo_sources(impl->config, impl->clock, impl->began)
                                   : make_sources(impl->config, impl->clock);
  for (auto& source : sources) {
    impl->collector.add(std::move(source.source),
                        worker_options(impl->config, source.deadline, seed));
  }
  impl->collector.start();
  impl->watch();
  return std::unique_ptr<Exporter>(new Exporter(std::move(impl)));
}

const std::vector<std::string>& Exporter::addresses() const { return impl_->server->addresses(); }

void Exporter::stop() {
  impl_->polls.stop();
  impl_->server->stop();
  impl_->watcher.reset();
  impl_->pulse.reset();
  impl_->collector.stop();
  impl_->loop.stop();
}

}  // namespace pge
