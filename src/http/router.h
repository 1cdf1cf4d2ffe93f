// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <variant>

#include "http/message.h"
#include "http/responder.h"

namespace pge {

// Answers at once. Runs on the loop and must not block; "HEAD" is handled like "GET", the server
// leaves the body away. A throw becomes a 500.
using Handler = std::function<Response(const Request&)>;
// Starts the work and returns; the answer is sent later, from any thread. Called on the loop too.
using AsyncHandler = std::function<void(Request, Responder)>;

enum class Methods : std::uint8_t { get, post };  // get includes HEAD

// Which bound a request counts against while its answer is being made.
enum class Slot : std::uint8_t {
  none,    // probes: always served
  page,    // Limits::max_requests
  stream,  // Limits::max_streams; its connection does not count against max_connections, is not
           // pushed out for a newcomer, and is given up as soon as the client closes
};

struct Route {
  std::variant<Handler, AsyncHandler> handler;
  Methods methods = Methods::get;
  Slot slot = Slot::page;
};

// Exact paths and who answers them. Filled before the server starts, then only read.
class Router {
 public:
  Router& add(std::string path, Handler handler, Methods methods = Methods::get,
              Slot slot = Slot::page);
  Router& add_async(std::string path, AsyncHandler handler, Methods methods = Methods::get,
                    Slot slot = Slot::page);

  // The route of a request, or the answer if it has none: 404, 405 with Allow, or 403 for a POST
  // that a browser makes on behalf of another site's page.
  std::expected<const Route*, Response> find(const Request& request) const;

  // A GET or HEAD that a supervisor makes to see whether we live: Slot::none.
  bool is_probe(const Request& request) const;

 private:
  std::map<std::string, Route, std::less<>> routes_;
};

}  // namespace pge
