// SPDX-License-Identifier: Apache-2.0
#include "net/listen.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>

#include <cerrno>
#include <cstring>
#include <memory>

#include "base/strings.h"

namespace pge {
namespace {

constexpr std::string_view kForms = "write it as :9401, 0.0.0.0:9401 or [::1]:9401";

constexpr int kMostUnsent = 256 << 10;  // bytes in the kernel that the network has not asked for

struct SocketAddress {
  sockaddr_storage storage{};
  socklen_t size = 0;
};

std::string written(const ListenAddress& address) {
  const bool v6 = address.host.find(':') != std::string::npos;
  return (v6 ? "[" + address.host + "]" : address.host) + ":" + std::to_string(address.port);
}

Result<SocketAddress> resolve(const ListenAddress& address) {
  addrinfo hints{};
  hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV;  // numbers only: no look-up, no wait
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const std::string port = std::to_string(address.port);
  if (getaddrinfo(address.host.c_str(), port.c_str(), &hints, &found) != 0) {
    return fail(ErrorKind::malformed, "\"" + address.host + "\" is not a numeric IP address",
                "listen address", std::string(kForms));
  }
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> owner(found, &freeaddrinfo);
  SocketAddress result;
  result.size = found->ai_addrlen;
  std::memcpy(&result.storage, found->ai_addr, found->ai_addrlen);
  return result;
}

std::string remedy_for(int number) {
  switch (number) {
    case EADDRINUSE:
      return "stop the process that listens there, or choose another --web.listen-address";
    case EADDRNOTAVAIL:
      return "this machine has no such address; use one of its own, or :PORT for all of them";
    case EAFNOSUPPORT:
      return "this machine has no IPv6; use an IPv4 address, or :PORT for all of its addresses";
    case EACCES:
    case EPERM:
      return "ports below 1024 need CAP_NET_BIND_SERVICE; choose a higher port";
    default:
      return "choose another --web.listen-address";
  }
}

std::unexpected<Error> listen_error(int number, const std::string& address) {
  Error error = error_from_errno(number, "listen on " + address);
  if (number == EADDRINUSE || number == EADDRNOTAVAIL) error.kind = ErrorKind::unavailable;
  error.remedy = remedy_for(number);
  return std::unexpected(std::move(error));
}

void set_option(int fd, int level, int name, int value) {
  setsockopt(fd, level, name, &value, sizeof(value));
}

// Accepted sockets inherit both. Without the second the kernel takes several MB for each client
// that reads slowly or not at all: memory that counts as ours, and for a crowd of such clients
// seconds of copying before a good one gets its turn.
void prepare_for_accepted(int fd) {
  set_option(fd, IPPROTO_TCP, TCP_NODELAY, 1);
  set_option(fd, IPPROTO_TCP, TCP_NOTSENT_LOWAT, kMostUnsent);
}

// The socket, or the errno of what failed.
std::expected<UniqueFd, int> bind_and_listen(const SocketAddress& address) {
  const int family = address.storage.ss_family;
  UniqueFd fd(socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (!fd) return std::unexpected(errno);
  set_option(fd.get(), SOL_SOCKET, SO_REUSEADDR, 1);  // not held up by the last process' TIME_WAIT
  prepare_for_accepted(fd.get());
  if (family == AF_INET6) set_option(fd.get(), IPPROTO_IPV6, IPV6_V6ONLY, 0);
  const auto* plain = reinterpret_cast<const sockaddr*>(&address.storage);
  if (bind(fd.get(), plain, address.size) != 0) return std::unexpected(errno);
  if (listen(fd.get(), SOMAXCONN) != 0) return std::unexpected(errno);
  return fd;
}

bool means_no_ipv6(int number) { return number == EAFNOSUPPORT || number == EADDRNOTAVAIL; }

Result<std::string> name_of(int fd) {
  sockaddr_storage storage{};
  socklen_t size = sizeof(storage);
  if (getsockname(fd, reinterpret_cast<sockaddr*>(&storage), &size) != 0) {
    return std::unexpected(error_from_errno(errno, "listening socket"));
  }
  if (storage.ss_family != AF_INET && storage.ss_family != AF_INET6) {
    return fail(ErrorKind::unsupported, "not a TCP socket", "listening socket");
  }
  return to_string(storage);
}

}  // namespace

Result<ListenAddress> parse_listen_address(std::string_view text) {
  const auto bad = [&](std::string_view why) {
    return fail(ErrorKind::malformed, "\"" + std::string(text) + "\": " + std::string(why),
                "listen address", std::string(kForms));
  };
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return bad("no port");
  std::string_view host = text.substr(0, colon);
  const auto port = parse_unsigned<std::uint16_t>(text.substr(colon + 1));
  if (!port) return bad("the port is not a number from 0 to 65535");
  if (host.starts_with('[') && host.ends_with(']') && host.size() > 2) {
    host = host.substr(1, host.size() - 2);
    if (host.find(':') == std::string_view::npos) return bad("brackets are for IPv6");
  } else if (host.find_first_of(":[]") != std::string_view::npos) {
    return bad("an IPv6 address stands in brackets");
  }
  ListenAddress address{host == "localhost" ? "127.0.0.1" : std::string(host), *port};
  if (!address.host.empty()) {
    // Old forms such as "1" or "010.1" are numbers to getaddrinfo; nobody means them.
    in_addr v4{};
    if (host.find(':') == std::string_view::npos &&
        inet_pton(AF_INET, address.host.c_str(), &v4) != 1) {
      return bad("host names are not resolved; give the IP address");
    }
    if (auto known = resolve(address); !known) return bad("not a numeric IP address");
  }
  return address;
}

Result<Listener> listen_on(const ListenAddress& address) {
  ListenAddress wanted = address;
  if (wanted.host.empty()) wanted.host = "::";
  auto where = resolve(wanted);
  if (!where) return std::unexpected(std::move(where.error()));
  auto fd = bind_and_listen(*where);
  if (!fd && address.host.empty() && means_no_ipv6(fd.error())) {
    wanted.host = "0.0.0.0";
    where = resolve(wanted);
    if (!where) return std::unexpected(std::move(where.error()));
    fd = bind_and_listen(*where);
  }
  if (!fd) return listen_error(fd.error(), written(address));
  auto name = name_of(fd->get());
  if (!name) return std::unexpected(std::move(name.error()));
  return Listener{std::move(*fd), std::move(*name)};
}

Result<Listener> adopt_listener(UniqueFd fd) {
  int listening = 0;
  socklen_t size = sizeof(listening);
  if (getsockopt(fd.get(), SOL_SOCKET, SO_ACCEPTCONN, &listening, &size) != 0) {
    return std::unexpected(error_from_errno(errno, "inherited socket"));
  }
  if (listening == 0) return fail(ErrorKind::unsupported, "it does not listen", "inherited socket");
  auto name = name_of(fd.get());
  if (!name) return std::unexpected(std::move(name.error()));
  const int flags = fcntl(fd.get(), F_GETFL);
  if (flags < 0 || fcntl(fd.get(), F_SETFL, flags | O_NONBLOCK) != 0 ||
      fcntl(fd.get(), F_SETFD, FD_CLOEXEC) != 0) {
    return std::unexpected(error_from_errno(errno, "inherited socket"));
  }
  prepare_for_accepted(fd.get());
  return Listener{std::move(fd), std::move(*name)};
}

std::string to_string(const sockaddr_storage& address) {
  char text[INET6_ADDRSTRLEN] = {};
  if (address.ss_family == AF_INET) {
    const auto& v4 = reinterpret_cast<const sockaddr_in&>(address);
    inet_ntop(AF_INET, &v4.sin_addr, text, sizeof(text));
    return std::string(text) + ":" + std::to_string(ntohs(v4.sin_port));
  }
  if (address.ss_family != AF_INET6) return "unknown";
  const auto& v6 = reinterpret_cast<const sockaddr_in6&>(address);
  const std::string port = ":" + std::to_string(ntohs(v6.sin6_port));
  if (IN6_IS_ADDR_V4MAPPED(&v6.sin6_addr)) {
    inet_ntop(AF_INET, &v6.sin6_addr.s6_addr[12], text, sizeof(text));
    return text + port;
  }
  inet_ntop(AF_INET6, &v6.sin6_addr, text, sizeof(text));
  return "[" + std::string(text) + "]" + port;
}

}  // namespace pge
