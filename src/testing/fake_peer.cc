// SPDX-License-Identifier: Apache-2.0
#include "testing/fake_peer.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <vector>

namespace pge::testing {
namespace {

constexpr int kTickMs = 5;

sockaddr_un address_of(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof(address.sun_path)) throw std::runtime_error("path too long: " + path);
  std::memcpy(address.sun_path, path.data(), path.size());
  return address;
}

UniqueFd stream_socket() { return UniqueFd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)); }

bool send_all(int fd, const char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t sent = ::send(fd, data, size, MSG_NOSIGNAL);
    if (sent <= 0) return false;
    data += sent;
    size -= static_cast<std::size_t>(sent);
  }
  return true;
}

bool readable(int fd) {
  pollfd entry{fd, POLLIN, 0};
  return ::poll(&entry, 1, 0) > 0;
}

}  // namespace

// One connection, and its counterpart where bytes are forwarded.
struct FakePeer::Link {
  UniqueFd client;
  UniqueFd server;
  std::size_t answered = 0;

  // False at the end of either side or of what may be answered.
  bool pump(std::size_t cut_after) {
    char bytes[16384];
    if (readable(client.get())) {
      const ssize_t got = ::read(client.get(), bytes, sizeof(bytes));
      if (got <= 0) return false;
      if (server && !send_all(server.get(), bytes, static_cast<std::size_t>(got))) return false;
    }
    if (server && readable(server.get())) {
      const ssize_t got = ::read(server.get(), bytes, sizeof(bytes));
      if (got <= 0) return false;
      const std::size_t size = std::min(static_cast<std::size_t>(got), cut_after - answered);
      answered += size;
      if (!send_all(client.get(), bytes, size) || answered >= cut_after) return false;
    }
    return true;
  }
};

FakePeer::FakePeer(const std::string& path, Behaviour behaviour)
    : behaviour_(std::move(behaviour)), path_(path), listener_(stream_socket()) {
  const sockaddr_un address = address_of(path);
  ::unlink(path.c_str());
  const int backlog = behaviour_.accept ? 16 : 0;
  if (::bind(listener_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0 ||
      ::listen(listener_.get(), backlog) != 0)
    throw std::runtime_error("cannot listen on " + path);
  if (behaviour_.accept) thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

FakePeer::~FakePeer() { ::unlink(path_.c_str()); }

void FakePeer::run(const std::stop_token& stop) {
  std::vector<Link> links;
  while (!stop.stop_requested()) {
    pollfd entry{listener_.get(), POLLIN, 0};
    if (::poll(&entry, 1, kTickMs) > 0) {
      Link link;
      link.client.reset(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
      const std::string& greeting = behaviour_.greeting;
      const bool sent = send_all(link.client.get(), greeting.data(), greeting.size());
      if (!behaviour_.forward_to.empty()) {
        const sockaddr_un address = address_of(behaviour_.forward_to);
        link.server = stream_socket();
        if (::connect(link.server.get(), reinterpret_cast<const sockaddr*>(&address),
                      sizeof(address)) != 0)
          continue;
      }
      if (sent && !behaviour_.close_after_greeting) links.push_back(std::move(link));
    }
    std::erase_if(links, [&](Link& link) { return !link.pump(behaviour_.cut_after); });
  }
}

}  // namespace pge::testing
