// SPDX-License-Identifier: Apache-2.0
#include "app/web/api_endpoints.h"

#include <algorithm>
#include <expected>
#include <optional>
#include <string>
#include <utility>

#include "app/web/page_response.h"
#include "base/strings.h"
#include "exposition/json/api.h"
#include "exposition/json/writer.h"

namespace pge {

namespace {

constexpr std::string_view kJson = "application/json; charset=utf-8";
constexpr int kLongestWait = 60;  // seconds

using Body = std::string (*)(const ApiInput&);

std::string_view state_of(const SourceState& state) {
  return state.expired ? "expired" : to_string(state.health);
}

std::string body_of(Served& served, const Query& query, Body write) {
  const auto pages = served.pages.get();
  ApiInput input;
  input.snapshot = pages->snapshot.get();
  input.filter = page_filter(query);
  for (const auto& entry : served.collector.status().sources)
    input.sources.push_back({entry.state.name, std::string(state_of(entry.state))});
  return write(input);
}

Response json_response(const Request& request, std::string body) {
  return tagged_response(request, {std::move(body)}, kJson, "j");
}

// Times and errors of sources: not part of the snapshot, so each answer has another tag.
std::string sources_json(Served& served) {
  JsonWriter out;
  out.begin_object().key("sources").begin_array();
  for (const auto& [state, errors] : served.collector.status().sources) {
    out.begin_object().member("source", state.name).member("state", state_of(state));
    if (state.last_success != SteadyTime{}) {
      out.member("last_success_timestamp_seconds", unix_seconds(state.last_success_wall));
    }
    out.member("last_duration_seconds", std::chrono::duration<double>(state.last_took).count());
    if (state.last_error) {
      out.key("error").begin_object().member("kind", to_string(state.last_error->kind));
      out.member("text", state.last_error->message()).member("remedy", state.last_error->remedy);
      out.end_object();
    }
    out.key("errors_total").begin_object();
    for (const auto& [kind, count] : errors) out.member(to_string(kind), count);
    out.end_object().end_object();
  }
  out.end_array().end_object();
  return out.take() + "\n";
}

Response bad_request(std::string text) { return text_response(400, std::move(text)); }

// How long a client will wait for a snapshot that it does not have; an error in words otherwise.
std::expected<Duration, std::string> wait_of(const Query& query) {
  const auto text = query.first("wait");
  if (!text) return Duration::zero();
  const auto seconds = parse_unsigned(trim(*text));
  if (!seconds || *seconds > kLongestWait) {
    return std::unexpected("wait=" + printable(text->substr(0, 32)) +
                           ": give a whole number of seconds from 0 to 60\n");
  }
  return std::chrono::seconds(*seconds);
}

void answer_snapshot(Served& served, LongPolls& polls, Request request,
                     const Responder& responder) {
  const auto wait = wait_of(request.query);
  if (!wait) return responder.send(bad_request(wait.error()));
  Response now = json_response(request, body_of(served, request.query, snapshot_json));
  if (now.status != 304 || *wait == Duration::zero()) return responder.send(std::move(now));
  polls.wait(responder, served.clock.steady() + *wait,
             [&served, request = std::move(request)](bool time_is_up) -> std::optional<Response> {
               Response response =
                   json_response(request, body_of(served, request.query, snapshot_json));
               if (response.status == 304 && !time_is_up) return std::nullopt;
               return response;
             });
}

}  // namespace

void add_api(Router& router, Served& served, LongPolls& polls) {
  const auto add = [&](std::string path, Body write) {
    router.add(std::move(path), [&served, write](const Request& request) {
      return json_response(request, body_of(served, request.query, write));
    });
  };
  add("/api/v1/allocations", allocations_json);
  add("/api/v1/devices", devices_json);
  add("/api/v1/nodes", nodes_json);
  add("/api/v1/pods", pods_json);
  router.add("/api/v1/sources", [&served](const Request& request) {
    return json_response(request, sources_json(served));
  });
  router.add_async(
      "/api/v1/snapshot",
      [&served, &polls](Request request, const Responder& responder) {
        answer_snapshot(served, polls, std::move(request), responder);
      },
      Methods::get, Slot::stream);
}

}  // namespace pge
