// SPDX-License-Identifier: Apache-2.0
#include "net/acceptor.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>

#include <cerrno>

#include "net/listen.h"

namespace pge {
namespace {

UniqueFd open_reserve() { return UniqueFd(open("/dev/null", O_RDONLY | O_CLOEXEC)); }

bool out_of_descriptors(int number) {
  return number == EMFILE || number == ENFILE || number == ENOBUFS || number == ENOMEM;
}

bool somebody_waits(int listener) {
  pollfd wanted{listener, POLLIN, 0};
  return poll(&wanted, 1, 0) > 0;
}

}  // namespace

Acceptor::Acceptor(asio::io_context& context, UniqueFd listener, Events events)
    : listener_(context, listener.release()),
      pause_(context),
      events_(std::move(events)),
      reserve_(open_reserve()) {}

void Acceptor::start() {
  asio::co_spawn(
      listener_.get_executor(), [self = shared_from_this()] { return self->run(); },
      asio::detached);
}

void Acceptor::stop() {
  stopped_ = true;
  AsioError ignored;
  listener_.close(ignored);
  pause_.cancel();
}

asio::awaitable<void> Acceptor::run() {
  const auto self = shared_from_this();
  while (!stopped_) {
    AsioError error;
    co_await listener_.async_wait(asio::posix::stream_descriptor::wait_read, resume_with(error));
    bool pause = static_cast<bool>(error);
    for (int taken = 0; taken < kMostPerTurn && !pause && !stopped_; ++taken) {
      const Outcome outcome = accept_one();
      if (outcome == Outcome::none_waiting) break;
      if (outcome == Outcome::out_of_descriptors && !events_.make_room()) {
        shed_one();
        pause = true;
      }
    }
    if (pause && !stopped_) {
      pause_.expires_after(kPause);
      co_await pause_.async_wait(resume_with(error));
    }
  }
}

Acceptor::Outcome Acceptor::accept_one() {
  sockaddr_storage address{};
  socklen_t size = sizeof(address);
  const int fd = accept4(listener_.native_handle(), reinterpret_cast<sockaddr*>(&address), &size,
                         SOCK_NONBLOCK | SOCK_CLOEXEC);
  if (fd >= 0) {
    UniqueFd client(fd);
    try {
      events_.accepted(std::move(client), to_string(address));
    } catch (...) {  // out of memory: this client is lost, the next may fare better
      events_.failed(ENOMEM);
    }
    return Outcome::taken;
  }
  const int number = errno;
  // Without a free descriptor the kernel says so even if nobody is waiting.
  if (number == EAGAIN || !somebody_waits(listener_.native_handle())) return Outcome::none_waiting;
  if (number != EINTR) events_.failed(number);
  // Anything else is the fate of that one client (gone again, unreachable): on to the next.
  return out_of_descriptors(number) ? Outcome::out_of_descriptors : Outcome::taken;
}

void Acceptor::shed_one() {
  if (!reserve_) {
    reserve_ = open_reserve();
    return;
  }
  reserve_.reset();
  UniqueFd(accept4(listener_.native_handle(), nullptr, nullptr, SOCK_CLOEXEC)).reset();
  reserve_ = open_reserve();
}

}  // namespace pge
