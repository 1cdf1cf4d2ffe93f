// SPDX-License-Identifier: Apache-2.0
#include "testing/raw_http.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "base/strings.h"

namespace pge::testing {
namespace {

sockaddr_in6 loopback_of(std::string_view address) {
  const std::size_t colon = address.rfind(':');
  sockaddr_in6 to{};
  to.sin6_family = AF_INET6;
  to.sin6_port = htons(parse_unsigned<std::uint16_t>(address.substr(colon + 1)).value_or(0));
  // IPv6 only where the server is bound to ::1 alone, else IPv4 mapped, which both kinds take.
  const bool v6 = address.starts_with("[::1]");
  inet_pton(AF_INET6, v6 ? "::1" : "::ffff:127.0.0.1", &to.sin6_addr);
  return to;
}

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return out;
}

RawResponse parse_head(std::string_view head) {
  RawResponse response;
  response.head = head;
  response.status = static_cast<int>(parse_unsigned<unsigned>(head.substr(9, 3)).value_or(0));
  std::size_t at = head.find("\r\n");
  while (at != std::string_view::npos) {
    const std::size_t end = head.find("\r\n", at + 2);
    const std::string_view line = head.substr(at + 2, end - at - 2);
    const std::size_t colon = line.find(": ");
    if (colon != std::string_view::npos) {
      response.headers[lower(line.substr(0, colon))] = std::string(line.substr(colon + 2));
    }
    at = end;
  }
  return response;
}

}  // namespace

RawClient::Socket::Socket(int receive_buffer)
    : fd(socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  const auto set = [this](int level, int name, const auto& value) {
    setsockopt(fd.get(), level, name, &value, sizeof(value));
  };
  set(IPPROTO_IPV6, IPV6_V6ONLY, 0);
  set(IPPROTO_TCP, TCP_NODELAY, 1);
  if (receive_buffer > 0) set(SOL_SOCKET, SO_RCVBUF, receive_buffer);
  const timeval patience{kPatience.count(), 0};
  set(SOL_SOCKET, SO_RCVTIMEO, patience);
  set(SOL_SOCKET, SO_SNDTIMEO, patience);
}

RawClient::RawClient(std::string_view address, int receive_buffer)
    : RawClient(address, Socket(receive_buffer)) {}

RawClient::RawClient(std::string_view address, Socket socket) : fd_(std::move(socket.fd)) {
  const sockaddr_in6 to = loopback_of(address);
  connected_ = connect(fd_.get(), reinterpret_cast<const sockaddr*>(&to), sizeof(to)) == 0;
}

bool RawClient::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(fd_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

bool RawClient::fill() {
  std::array<char, 65536> chunk;
  const ssize_t got = recv(fd_.get(), chunk.data(), chunk.size(), 0);
  if (got < 0 && errno == ECONNRESET) reset_seen_ = true;
  if (got <= 0) return false;
  buffer_.append(chunk.data(), static_cast<std::size_t>(got));
  return true;
}

RawResponse RawClient::receive(bool to_head) {
  std::size_t end = 0;
  while ((end = buffer_.find("\r\n\r\n")) == std::string::npos) {
    if (!fill()) return {};
  }
  RawResponse response = parse_head(std::string_view(buffer_).substr(0, end + 4));
  buffer_.erase(0, end + 4);
  if (to_head || response.status == 204 || response.status == 304) return response;
  const auto length = parse_unsigned<std::size_t>(response.header("content-length"));
  if (!length) return {};
  while (buffer_.size() < *length) {
    if (!fill()) return {};
  }
  response.body = buffer_.substr(0, *length);
  buffer_.erase(0, *length);
  return response;
}

RawResponse RawClient::get(std::string_view path) {
  send("GET " + std::string(path) + " HTTP/1.1\r\nHost: test\r\n\r\n");
  return receive();
}

std::size_t RawClient::read_some(std::size_t most) {
  std::string chunk(most, '\0');
  const ssize_t got = recv(fd_.get(), chunk.data(), chunk.size(), 0);
  return got > 0 ? static_cast<std::size_t>(got) : 0;
}

std::string RawClient::read_to_end() {
  while (fill()) {
  }
  return std::exchange(buffer_, {});
}

bool RawClient::ends() {
  char byte = 0;
  const ssize_t got = recv(fd_.get(), &byte, 1, 0);
  return got == 0 || (got < 0 && errno == ECONNRESET);
}

void RawClient::half_close() { shutdown(fd_.get(), SHUT_WR); }

void RawClient::reset() {
  const linger now{1, 0};
  setsockopt(fd_.get(), SOL_SOCKET, SO_LINGER, &now, sizeof(now));
  fd_.reset();
}

}  // namespace pge::testing
