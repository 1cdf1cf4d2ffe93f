// SPDX-License-Identifier: Apache-2.0
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <boost/asio/buffer.hpp>
#include <cerrno>

#include "net/transport.h"

namespace pge {
namespace {

bool would_block(int number) { return number == EAGAIN; }

class TcpTransport final : public Transport, public std::enable_shared_from_this<TcpTransport> {
 public:
  TcpTransport(asio::io_context& context, UniqueFd socket)
      : fd_(socket.get()), descriptor_(context, socket.release()) {}

  asio::awaitable<std::size_t> read_some(std::span<char> into, AsioError& error) override {
    co_return co_await descriptor_.async_read_some(asio::buffer(into.data(), into.size()),
                                                   resume_with(error));
  }

  // sendmsg, not Asio's writes: those take 64 pieces a call at most, and async_write 64 KiB.
  asio::awaitable<std::size_t> write_some(std::span<const iovec> pieces,
                                          AsioError& error) override {
    msghdr message{};
    message.msg_iov = const_cast<iovec*>(pieces.data());
    message.msg_iovlen = pieces.size();
    for (;;) {
      const ssize_t sent = sendmsg(fd_, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
      if (sent > 0) co_return static_cast<std::size_t>(sent);
      if (!would_block(errno) && errno != EINTR) {
        error = AsioError(errno, boost::system::system_category());
        co_return 0;
      }
      co_await descriptor_.async_wait(Descriptor::wait_write, resume_with(error));
      if (error) co_return 0;
    }
  }

  void watch_hangup(std::function<void()> gone) override {
    descriptor_.async_wait(Descriptor::wait_read,
                           [self = shared_from_this(), gone = std::move(gone)](AsioError error) {
                             if (error) return;  // closed or told to stop watching
                             char byte = 0;
                             const ssize_t got = recv(self->fd_, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
                             if (got == 0 || (got < 0 && !would_block(errno))) gone();
                           });
  }

  void stop_watching() override {
    AsioError ignored;
    descriptor_.cancel(ignored);
  }

  void shutdown_send() override { shutdown(fd_, SHUT_WR); }

  bool has_unread() const override {
    int bytes = 0;
    return ioctl(fd_, FIONREAD, &bytes) == 0 && bytes > 0;
  }

  void close() override {
    AsioError ignored;
    fd_ = -1;
    descriptor_.close(ignored);
  }

 private:
  using Descriptor = asio::posix::stream_descriptor;

  int fd_;  // the descriptor's, -1 once closed
  Descriptor descriptor_;
};

}  // namespace

std::shared_ptr<Transport> make_tcp_transport(asio::io_context& context, UniqueFd socket) {
  return std::make_shared<TcpTransport>(context, std::move(socket));
}

}  // namespace pge
