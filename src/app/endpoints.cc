// SPDX-License-Identifier: Apache-2.0
#include "app/endpoints.h"

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/health.h"
#include "app/process/stats.h"
#include "app/web/api_endpoints.h"
#include "app/web/landing_page.h"
#include "app/web/page_response.h"
#include "exposition/self_input.h"

namespace pge {

namespace {

// One of them is enough. Records of the checkpoint have no names of pods.
constexpr std::array<RequiredSource, 2> kRequiredSources{
    {{"podresources", ""}, {"checkpoint", "podnames"}}};

SourceErrors as_array(const std::string& source, const ErrorCounts& errors) {
  SourceErrors list;
  list.source = source;
  for (std::size_t i = 0; i < kCountedErrorKinds.size(); ++i) {
    const auto at = errors.find(kCountedErrorKinds[i]);
    if (at != errors.end()) list.counts[i] = at->second;
  }
  return list;
}

// The page is as old as the oldest of the sources whose assignments it shows.
std::optional<WallTime> confirmed(const SourceStatus& status) {
  std::optional<WallTime> oldest;
  for (const auto& [state, errors] : status.sources) {
    const bool assigns =
        state.facts && (state.facts->held || state.facts->records || !state.facts->claims.empty());
    if (assigns && (!oldest || state.last_success_wall < *oldest)) oldest = state.last_success_wall;
  }
  return oldest;
}

Page metrics(Served& served, Format format) {
  const auto pages = served.pages.get();
  const SourceStatus status = served.collector.status();
  std::vector<SourceState> states;
  std::vector<SourceErrors> errors;
  for (const auto& entry : status.sources) {
    states.push_back(entry.state);
    // What never existed here has no errors to count.
    if (entry.state.health == SourceHealth::absent) continue;
    errors.push_back(as_array(entry.state.name, entry.errors));
  }
  SelfInput self{.sources = states,
                 .errors = errors,
                 .snapshot = nullptr,
                 .confirmed = confirmed(status),
                 .demo = false,
                 .reload_successful = served.reload_successful(),
                 .build = {.arch = served.build.arch,
                           .compiler = served.build.compiler,
                           .os = served.build.os,
                           .revision = served.build.revision,
                           .version = served.build.version},
                 .process = read_process_stats()};
  return metrics(*pages, self, format);
}

Response ready(Served& served) {
  const bool has_snapshot = served.pages.get()->snapshot != nullptr;
  Readiness verdict =
      readiness(served.collector.status(), kRequiredSources, has_snapshot, served.clock.steady());
  return text_response(verdict.ready ? 200 : 503, std::move(verdict.body));
}

void add_probes(Router& router, Served& served) {
  for (const char* path : {"/-/healthy", "/livez", "/healthz"}) {
    router.add(
        path, [](const Request&) { return text_response(200, "healthy\n"); }, Methods::get,
        Slot::none);
  }
  for (const char* path : {"/-/ready", "/readyz"}) {
    router.add(path, [&served](const Request&) { return ready(served); }, Methods::get, Slot::none);
  }
}

void reload(Served& served, const Responder& answer) {
  served.reload([answer](const WebConfigErrors& errors) {
    std::string text = errors.empty() ? "reloaded\n" : "the old configuration stays:\n";
    for (const WebConfigError& error : errors) text += error.message() + "\n";
    answer.send(text_response(errors.empty() ? 200 : 500, std::move(text)));
  });
}

}  // namespace

Router make_probe_router(Served& served) {
  Router router;
  add_probes(router, served);
  return router;
}

Router make_router(Served& served, LongPolls& polls) {
  Router router;
  const auto add = [&router](std::string path, auto handler, Slot slot) {
    router.add(std::move(path), std::move(handler), Methods::get, slot);
  };
  const std::string& telemetry = served.config.web_telemetry_path;
  const auto add_page = [&](std::string path, auto make) {
    add(
        std::move(path),
        [&served, make](const Request& request) {
          return page_response(
              request, [&](Format format) { return make(served, format); }, served.gzip_wanted);
        },
        Slot::page);
  };
  add_page(telemetry, [](Served& from, Format format) { return metrics(from, format); });
  add_page("/metrics/nodes",
           [](Served& from, Format format) { return nodes(*from.pages.get(), format); });
  add(
      "/", [&served](const Request&) { return landing_page(served.build, served.config); },
      Slot::page);
  add_probes(router, served);
  if (served.config.web_enable_lifecycle) {
    router.add_async(
        "/-/reload", [&served](const Request&, const Responder& answer) { reload(served, answer); },
        Methods::post);
  }
  add_api(router, served, polls);
  return router;
}

}  // namespace pge
