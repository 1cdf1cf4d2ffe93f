// SPDX-License-Identifier: Apache-2.0
#include "http/connection.h"

#include <boost/asio/post.hpp>
#include <utility>

#include "http/wire/part_cursor.h"

namespace pge {
namespace {

constexpr std::size_t kReadAhead = 1024;          // of requests that follow the one being answered
constexpr std::size_t kLingerBytes = 256U << 10;  // read and dropped after the last response

}  // namespace

Connection::Connection(std::shared_ptr<ServerCore> core, std::shared_ptr<Transport> transport,
                       std::string remote)
    : core_(std::move(core)),
      transport_(std::move(transport)),
      remote_(std::move(remote)),
      buffer_(core_->limits.max_header_bytes + kReadAhead),
      answered_(core_->context, asio::steady_timer::time_point::max()) {}

Connection::~Connection() { finish(); }

void Connection::start() {
  core_->registry.add(*this, core_->now());
  started_ = true;
  asio::co_spawn(
      core_->context, [self = shared_from_this()] { return self->run(); }, asio::detached);
}

void Connection::finish() {
  if (finished_) return;
  finished_ = true;
  if (pending_) pending_->abandon();
  transport_->close();
  if (!started_) return;
  core_->registry.remove(*this);
  core_->left();
}

void Connection::cut() {
  transport_->close();
  if (pending_) pending_->abandon();
  answered_.cancel();
}

void Connection::give_up() {
  if (!pending_) return;
  const bool stopping = core_->stopping;
  pending_->give(text_response(503, stopping ? "the server is stopping" : "no answer in time"));
}

void Connection::hung_up() {
  if (!finished_) core_->registry.cut_one(*this);
}

bool Connection::at_rest() const {
  if (phase() != Phase::idle && phase() != Phase::reading) return false;
  return buffer_.empty() && !transport_->has_unread();
}

void Connection::enter(Phase phase) { core_->registry.enter(*this, phase, core_->now()); }

asio::awaitable<void> Connection::run() {
  const auto self = shared_from_this();
  try {
    co_await serve();
  } catch (...) {
    ++core_->counters.handler_failures;  // out of memory is all that can come here
  }
  finish();
}

asio::awaitable<void> Connection::serve() {
  for (bool keep = true; keep;) {
    Head head = co_await read_head();
    Framing framing;
    bool with_body = true;
    Response response;
    if (!head) {
      ++core_->counters.refused;
      framing.keep_alive = false;
      response = text_response(head.error().status, std::string(head.error().reason));
    } else {
      std::optional<RequestHead>& request = *head;
      if (!request || !co_await drop_body(request->body_bytes)) co_return;
      with_body = request->request.method != "HEAD";
      framing.keep_alive = request->keep_alive;
      framing.say_keep_alive = request->say_keep_alive;
      response = co_await answer(std::move(request->request));
      if (core_->stopping) framing.keep_alive = false;
    }
    keep = framing.keep_alive;
    if (!co_await write(std::move(response), with_body, framing)) co_return;
  }
  co_await linger();
}

asio::awaitable<Connection::Head> Connection::read_head() {
  enter(served_one_ && buffer_.empty() ? Phase::idle : Phase::reading);
  served_one_ = true;
  std::size_t scanned = 0;
  for (;;) {
    if (!buffer_.empty()) {
      Head head = parse_request_head(buffer_.view(), scanned, core_->limits);
      if (!head) co_return head;
      if (const std::optional<RequestHead>& request = *head) {
        buffer_.consume(request->bytes);
        co_return head;
      }
    }
    if (!co_await read_more()) co_return std::nullopt;
    if (phase() == Phase::idle) enter(Phase::reading);
  }
}

asio::awaitable<bool> Connection::read_more() {
  AsioError error;
  const std::size_t got = co_await transport_->read_some(buffer_.room(), error);
  buffer_.added(got);
  co_return got > 0;
}

asio::awaitable<bool> Connection::drop_body(std::uint64_t bytes) {
  while (bytes > 0) {
    if (buffer_.empty() && !co_await read_more()) co_return false;
    const auto dropped = static_cast<std::size_t>(
        std::min(bytes, static_cast<std::uint64_t>(buffer_.view().size())));
    buffer_.consume(dropped);
    bytes -= dropped;
  }
  co_return true;
}

asio::awaitable<std::optional<Response>> Connection::refused(const Request& request) {
  if (!core_->gate) co_return std::nullopt;
  auto verdict = core_->gate->judge(request, core_->router.is_probe(request));
  if (verdict) co_return std::move(verdict->refusal);
  Response answered = co_await answer_later(
      [this](Request asked, Responder answer) {
        core_->gate->ask(std::move(asked), std::move(answer));
      },
      request, Slot::none, nullptr);
  if (answered.status == 200) co_return std::nullopt;
  co_return answered;
}

asio::awaitable<Response> Connection::answer(Request request) {
  ++core_->counters.requests;
  request.remote = remote_;
  if (auto refusal = co_await refused(request)) co_return std::move(*refusal);
  auto route = core_->router.find(request);
  if (!route) co_return std::move(route.error());
  const Slot slot = (*route)->slot;
  Slots::Ticket ticket;
  if (slot != Slot::none) {
    ticket = (slot == Slot::page ? core_->pages : core_->streams).take();
    if (!ticket) {
      ++core_->counters.busy;
      Response busy = text_response(503, "too many requests of this kind are being answered");
      busy.headers.add("Retry-After", "1");
      co_return busy;
    }
  }
  if (const auto* now = std::get_if<Handler>(&(*route)->handler)) {
    co_return answer_now(*now, request);
  }
  co_return co_await answer_later(std::get<AsyncHandler>((*route)->handler), std::move(request),
                                  slot, std::move(ticket));
}

Response Connection::answer_now(const Handler& handler, const Request& request) {
  try {
    return handler(request);
  } catch (...) {
    ++core_->counters.handler_failures;
    return text_response(500, "the request could not be answered");
  }
}

asio::awaitable<Response> Connection::answer_later(const AsyncHandler& handler, Request request,
                                                   Slot slot, Slots::Ticket ticket) {
  enter(slot == Slot::stream ? Phase::waiting : Phase::answering);
  pending_ = std::make_shared<PendingAnswer>(std::move(ticket));
  try {
    handler(std::move(request), Responder(pending_));
  } catch (...) {
    ++core_->counters.handler_failures;  // its Responder has died with it, which answers 500
  }
  const auto wake = [this, weak = weak_from_this()] {
    core_->loop.post([weak] {
      if (const auto self = weak.lock()) self->answered_.cancel();
    });
  };
  if (pending_->wait(wake)) {
    if (slot == Slot::stream) {
      transport_->watch_hangup([weak = weak_from_this()] {
        if (const auto self = weak.lock()) self->hung_up();
      });
    }
    AsioError cancelled;
    co_await answered_.async_wait(resume_with(cancelled));
    transport_->stop_watching();
  }
  std::optional<Response> response = pending_->take();
  pending_->abandon();
  pending_.reset();
  if (!response) co_return text_response(503, "given up");  // cut off: nobody reads this
  co_return std::move(*response);
}

asio::awaitable<bool> Connection::write(Response response, bool with_body, Framing framing) {
  if (core_->gate) core_->gate->dress(response);
  framing.body_bytes = total_bytes(response.body);
  std::string head = response_head(response, framing, core_->date.at(core_->clock->wall()));
  if (!with_body || has_no_body(response.status)) response.body.clear();
  PartCursor cursor(std::move(head), std::move(response.body));
  enter(Phase::writing);
  for (;;) {
    AsioError error;
    const std::size_t sent = co_await transport_->write_some(cursor.next(), error);
    if (sent == 0) co_return false;
    cursor.advance(sent);
    core_->registry.wrote(*this, sent);
    if (cursor.remaining() == 0) co_return true;
    co_await asio::post(core_->context, asio::use_awaitable);  // others get their turn
  }
}

// Closing with unread bytes would reset the connection and could destroy the response under way.
asio::awaitable<void> Connection::linger() {
  enter(Phase::lingering);
  transport_->shutdown_send();
  for (std::size_t dropped = 0; dropped < kLingerBytes;) {
    dropped += buffer_.view().size();
    buffer_.consume(buffer_.view().size());
    if (!co_await read_more()) co_return;
  }
}

}  // namespace pge
