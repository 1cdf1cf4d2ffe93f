// SPDX-License-Identifier: Apache-2.0
#include "http/router.h"

namespace pge {
namespace {

bool allows(Methods methods, std::string_view method) {
  return methods == Methods::post ? method == "POST" : method == "GET" || method == "HEAD";
}

// What a browser says about a page of another site that posts to us. Clients that are no browsers
// send neither field.
bool comes_from_other_site(const Request& request) {
  if (const auto site = request.headers.find("Sec-Fetch-Site")) {
    return *site != "same-origin" && *site != "none";
  }
  const auto origin = request.headers.find("Origin");
  if (!origin) return false;
  const std::size_t scheme = origin->find("://");
  return scheme == std::string_view::npos ||
         origin->substr(scheme + 3) != request.headers.find("Host").value_or("");
}

}  // namespace

Router& Router::add(std::string path, Handler handler, Methods methods, Slot slot) {
  routes_.insert_or_assign(std::move(path), Route{std::move(handler), methods, slot});
  return *this;
}

Router& Router::add_async(std::string path, AsyncHandler handler, Methods methods, Slot slot) {
  routes_.insert_or_assign(std::move(path), Route{std::move(handler), methods, slot});
  return *this;
}

bool Router::is_probe(const Request& request) const {
  const auto route = routes_.find(request.path);
  return route != routes_.end() && route->second.slot == Slot::none &&
         route->second.methods == Methods::get && allows(Methods::get, request.method);
}

std::expected<const Route*, Response> Router::find(const Request& request) const {
  const auto route = routes_.find(request.path);
  if (route == routes_.end()) {
    return std::unexpected(text_response(404, "there is nothing at this path"));
  }
  if (!allows(route->second.methods, request.method)) {
    Response refusal = text_response(405, "this path does not take this method");
    refusal.headers.add("Allow", route->second.methods == Methods::post ? "POST" : "GET, HEAD");
    return std::unexpected(std::move(refusal));
  }
  if (route->second.methods == Methods::post && comes_from_other_site(request)) {
    return std::unexpected(text_response(403, "not from a page of another site"));
  }
  return &route->second;
}

}  // namespace pge
