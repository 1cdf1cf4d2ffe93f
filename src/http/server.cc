// SPDX-License-Identifier: Apache-2.0
#include "http/server.h"

#include <utility>

#include "http/server_core.h"
#include "net/acceptor.h"
#include "net/fd_limit.h"
#include "net/tls/tls_transport.h"

namespace pge {
namespace {

constexpr std::chrono::milliseconds kCutTime{500};  // for cut connections to unwind

Result<std::vector<Listener>> open_listeners(ServerOptions& options) {
  std::vector<Listener> listeners;
  for (UniqueFd& fd : options.inherited) {
    auto listener = adopt_listener(std::move(fd));
    if (!listener) return std::unexpected(std::move(listener.error()));
    listeners.push_back(std::move(*listener));
  }
  for (const ListenAddress& address : options.addresses) {
    auto listener = listen_on(address);
    if (!listener) return std::unexpected(std::move(listener.error()));
    listeners.push_back(std::move(*listener));
  }
  if (listeners.empty()) {
    return fail(ErrorKind::malformed, "there is no address to listen on", "web server",
                "give one with --web.listen-address");
  }
  return listeners;
}

// Each connection speaks what the gate says when it begins.
ServerCore::MakeTransport transport_maker(std::shared_ptr<const Gate> gate) {
  return [gate = std::move(gate)](asio::io_context& context,
                                  UniqueFd client) -> std::shared_ptr<Transport> {
    auto tls = gate ? gate->tls() : nullptr;
    if (!tls) return make_tcp_transport(context, std::move(client));
    return make_tls_transport(context, std::move(client), std::move(tls));
  };
}

}  // namespace

struct Server::Impl {
  std::shared_ptr<ServerCore> core;
  std::vector<std::shared_ptr<Acceptor>> acceptors;
  std::vector<std::string> addresses;
};

Server::Server(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Server::~Server() { stop(Duration::zero()); }

Result<std::unique_ptr<Server>> Server::start(Loop& loop, Router router, ServerOptions options) {
  raise_fd_limit();
  auto listeners = open_listeners(options);
  if (!listeners) return std::unexpected(std::move(listeners.error()));
  auto impl = std::make_unique<Impl>();
  impl->core = std::make_shared<ServerCore>(loop, std::move(router), options.limits,
                                            std::move(options.clock), transport_maker(options.gate),
                                            options.gate);
  const auto core = impl->core;
  for (Listener& listener : *listeners) {
    Acceptor::Events events;
    events.accepted = [core](UniqueFd client, std::string remote) {
      core->accepted(std::move(client), std::move(remote));
    };
    events.make_room = [core] { return core->make_room(); };
    events.failed = [core](int) { ++core->counters.accept_failures; };
    impl->addresses.push_back(std::move(listener.address));
    impl->acceptors.push_back(
        std::make_shared<Acceptor>(core->context, std::move(listener.fd), std::move(events)));
  }
  loop.post([acceptors = impl->acceptors] {
    for (const auto& acceptor : acceptors) acceptor->start();
  });
  return std::unique_ptr<Server>(new Server(std::move(impl)));
}

const std::vector<std::string>& Server::addresses() const { return impl_->addresses; }

void Server::stop_accepting() {
  impl_->core->loop.post([acceptors = impl_->acceptors] {
    for (const auto& acceptor : acceptors) acceptor->stop();
  });
}

bool Server::stop(Duration grace) {
  stop_accepting();
  const auto& core = impl_->core;
  core->loop.post([core] { core->begin_stop(); });
  if (core->wait_drained(grace)) return true;
  core->loop.post([core] { core->cut_all(); });
  core->wait_drained(kCutTime);
  return false;
}

ServerStats Server::stats() const {
  const ServerCounters& counters = impl_->core->counters;
  ServerStats stats;
  stats.accepted = counters.accepted;
  stats.requests = counters.requests;
  stats.refused = counters.refused;
  stats.busy = counters.busy;
  stats.evicted = counters.evicted;
  stats.timed_out = counters.timed_out;
  stats.accept_failures = counters.accept_failures;
  stats.handler_failures = counters.handler_failures;
  stats.open = counters.open;
  return stats;
}

}  // namespace pge
