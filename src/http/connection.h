// SPDX-License-Identifier: Apache-2.0
#pragma once

// Internal: for translation units that speak Asio.
#include <expected>
#include <memory>
#include <optional>
#include <string>

#include "http/read_buffer.h"
#include "http/registry.h"
#include "http/server_core.h"
#include "http/wire/request_head.h"
#include "net/transport.h"

namespace pge {

// Serves one client: requests in the order they come, one at a time. Keeps itself alive until the
// client has gone or is cut off.
class Connection final : public Watched, public std::enable_shared_from_this<Connection> {
 public:
  Connection(std::shared_ptr<ServerCore> core, std::shared_ptr<Transport> transport,
             std::string remote);
  ~Connection() override;

  void start();

  void cut() override;
  void give_up() override;
  bool at_rest() const override;

 private:
  using Head = std::expected<std::optional<RequestHead>, Refusal>;  // nothing: the client has gone

  asio::awaitable<void> run();
  asio::awaitable<void> serve();
  asio::awaitable<Head> read_head();
  asio::awaitable<bool> drop_body(std::uint64_t bytes);
  asio::awaitable<bool> read_more();
  asio::awaitable<std::optional<Response>> refused(const Request& request);
  asio::awaitable<Response> answer(Request request);
  asio::awaitable<Response> answer_later(const AsyncHandler& handler, Request request, Slot slot,
                                         Slots::Ticket ticket);
  Response answer_now(const Handler& handler, const Request& request);
  asio::awaitable<bool> write(Response response, bool with_body, Framing framing);
  asio::awaitable<void> linger();
  void enter(Phase phase);
  void hung_up();
  void finish();

  const std::shared_ptr<ServerCore> core_;
  const std::shared_ptr<Transport> transport_;
  const std::string remote_;
  ReadBuffer buffer_;
  asio::steady_timer answered_;  // never expires: cancelled to say that an answer is there
  std::shared_ptr<PendingAnswer> pending_;
  bool served_one_ = false;
  bool started_ = false;
  bool finished_ = false;
};

}  // namespace pge
