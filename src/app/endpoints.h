// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string_view>

#include "app/build_info.h"
#include "app/config.h"
#include "base/clock.h"
#include "base/published.h"
#include "collect/collector.h"
#include "exposition/pages.h"
#include "http/router.h"
#include "http/web_config/web_config_watch.h"

namespace pge {

// What the endpoints read. All of it outlives the server.
struct Served {
  const Config& config;
  const Clock& clock;
  BuildInfo build;
  Published<Pages> pages;
  Collector& collector;
  // Reads the web configuration again and tells what is wrong with it; any thread, returns at once.
  std::function<void(WebConfigWatch::Done done)> reload;
  std::function<bool()> reload_successful;
  std::atomic<bool> gzip_wanted = false;  // by any client so far
};

class LongPolls;

// Every path of the exporter and who answers it. Both outlive the server.
Router make_router(Served& served, LongPolls& polls);

// The probes alone, for --web.probe-address.
Router make_probe_router(Served& served);

}  // namespace pge
