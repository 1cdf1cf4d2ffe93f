// SPDX-License-Identifier: Apache-2.0
#include "net/tls/tls_transport.h"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <boost/asio/error.hpp>
#include <new>
#include <string_view>
#include <vector>

#include "net/tls/socket_bio.h"

namespace pge {
namespace {

constexpr std::size_t kRecord = SSL3_RT_MAX_PLAIN_LENGTH;  // what one TLS record carries
constexpr std::string_view kPlainHttpAnswer =
    "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\n"
    "X-Content-Type-Options: nosniff\r\nConnection: close\r\nContent-Length: 55\r\n\r\n"
    "this port speaks HTTPS; the request came as plain HTTP\n";

struct SslFreed {
  void operator()(SSL* ssl) const { SSL_free(ssl); }
};

// The pieces up to one record, as one: a small head and its body need not be two records.
std::vector<char> gather(std::span<const iovec> pieces) {
  std::vector<char> joined;
  joined.reserve(kRecord);
  for (const iovec& piece : pieces) {
    const auto* bytes = static_cast<const char*>(piece.iov_base);
    joined.insert(joined.end(), bytes, bytes + std::min(piece.iov_len, kRecord - joined.size()));
    if (joined.size() == kRecord) break;
  }
  return joined;
}

class TlsTransport final : public Transport, public std::enable_shared_from_this<TlsTransport> {
 public:
  TlsTransport(asio::io_context& context, UniqueFd socket,
               std::shared_ptr<const TlsContext> settings)
      : settings_(std::move(settings)),
        method_(make_socket_method()),
        ssl_(SSL_new(settings_->native())),
        fd_(socket.get()),
        descriptor_(context, socket.release()) {
    BIO* bio = method_ && ssl_ ? make_socket_bio(method_.get(), fd_) : nullptr;
    if (bio == nullptr) throw std::bad_alloc();
    SSL_set_bio(ssl_.get(), bio, bio);
    SSL_set_accept_state(ssl_.get());
  }

  asio::awaitable<std::size_t> read_some(std::span<char> into, AsioError& error) override {
    if (!greeted_) {
      co_await descriptor_.async_wait(Descriptor::wait_read, resume_with(error));
      if (error || !speaks_tls(error)) co_return 0;
      greeted_ = true;
    }
    for (;;) {
      if (closed(error)) co_return 0;
      ERR_clear_error();
      std::size_t got = 0;
      const int result = SSL_read_ex(ssl_.get(), into.data(), into.size(), &got);
      if (result == 1) co_return got;
      co_await wait_for(SSL_get_error(ssl_.get(), result), error);
      if (error) co_return 0;
    }
  }

  asio::awaitable<std::size_t> write_some(std::span<const iovec> pieces,
                                          AsioError& error) override {
    const bool together = pieces.size() > 1 && pieces.front().iov_len < kRecord;
    const std::vector<char> joined = together ? gather(pieces) : std::vector<char>();
    const void* bytes = together ? joined.data() : pieces.front().iov_base;
    const std::size_t count = together ? joined.size() : std::min(pieces.front().iov_len, kRecord);
    for (;;) {
      if (closed(error)) co_return 0;
      ERR_clear_error();
      std::size_t sent = 0;
      const int result = SSL_write_ex(ssl_.get(), bytes, count, &sent);
      if (result == 1) co_return sent;
      co_await wait_for(SSL_get_error(ssl_.get(), result), error);
      if (error) co_return 0;
    }
  }

  void watch_hangup(std::function<void()> gone) override {
    if (SSL_has_pending(ssl_.get()) == 1) return;  // the peer has sent something
    descriptor_.async_wait(
        Descriptor::wait_read,
        [self = shared_from_this(), gone = std::move(gone)](AsioError error) mutable {
          if (error || self->fd_ < 0) return;  // closed or told to stop watching
          char byte = 0;
          std::size_t got = 0;
          ERR_clear_error();
          const int result = SSL_peek_ex(self->ssl_.get(), &byte, 1, &got);
          if (result == 1) return;
          if (SSL_get_error(self->ssl_.get(), result) == SSL_ERROR_WANT_READ) {
            return self->watch_hangup(std::move(gone));  // a record without data
          }
          gone();
        });
  }

  void stop_watching() override {
    AsioError ignored;
    descriptor_.cancel(ignored);
  }

  void shutdown_send() override {
    if (fd_ < 0) return;
    ERR_clear_error();
    if (SSL_is_init_finished(ssl_.get()) == 1) SSL_shutdown(ssl_.get());
    shutdown(fd_, SHUT_WR);
  }

  bool has_unread() const override {
    int bytes = 0;
    return SSL_has_pending(ssl_.get()) == 1 || (ioctl(fd_, FIONREAD, &bytes) == 0 && bytes > 0);
  }

  void close() override {
    AsioError ignored;
    fd_ = -1;
    descriptor_.close(ignored);
  }

 private:
  using Descriptor = asio::posix::stream_descriptor;

  bool closed(AsioError& error) const {
    if (fd_ >= 0) return false;
    error = asio::error::operation_aborted;
    return true;
  }

  // No TLS record begins with a letter, every HTTP request does.
  bool speaks_tls(AsioError& error) {
    char first = 0;
    if (recv(fd_, &first, 1, MSG_PEEK | MSG_DONTWAIT) != 1 || first < 'A' || first > 'Z') {
      return true;  // or it says nothing, which the handshake will find
    }
    send(fd_, kPlainHttpAnswer.data(), kPlainHttpAnswer.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    shutdown(fd_, SHUT_WR);
    // Closing with unread bytes would reset the connection and the answer with it.
    std::array<char, 16384> unread{};
    while (recv(fd_, unread.data(), unread.size(), MSG_DONTWAIT) > 0) {
    }
    error = asio::error::connection_aborted;
    return false;
  }

  asio::awaitable<void> wait_for(int reason, AsioError& error) {
    if (reason == SSL_ERROR_WANT_READ) {
      co_await descriptor_.async_wait(Descriptor::wait_read, resume_with(error));
    } else if (reason == SSL_ERROR_WANT_WRITE) {
      co_await descriptor_.async_wait(Descriptor::wait_write, resume_with(error));
    } else {  // the end, said properly or not, or a breach of the protocol
      error = reason == SSL_ERROR_ZERO_RETURN ? AsioError(asio::error::eof)
                                              : AsioError(asio::error::connection_reset);
    }
  }

  const std::shared_ptr<const TlsContext> settings_;
  const BioMethod method_;
  const std::unique_ptr<SSL, SslFreed> ssl_;
  int fd_;  // the descriptor's, -1 once closed
  Descriptor descriptor_;
  bool greeted_ = false;
};

}  // namespace

std::shared_ptr<Transport> make_tls_transport(asio::io_context& context, UniqueFd socket,
                                              std::shared_ptr<const TlsContext> settings) {
  return std::make_shared<TlsTransport>(context, std::move(socket), std::move(settings));
}

}  // namespace pge
