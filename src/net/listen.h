// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/socket.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/unique_fd.h"

namespace pge {

// Where to listen, as written in a flag: `:9401`, `0.0.0.0:9401`, `[::1]:9401`,
// `[fe80::1%eth0]:9401`, `localhost:9401`. Port 0 picks a free one. An empty host means every
// address of the machine: one IPv6 socket that takes IPv4 too, or IPv4 alone where the machine has
// no IPv6. `[::]` is that IPv6 socket without the way out. `localhost` is 127.0.0.1. Other host
// names are refused: what they resolve to may change, or may be slow to find out, and an exporter
// must come up without DNS.
struct ListenAddress {
  std::string host;  // numeric, without brackets; empty = every address
  std::uint16_t port = 0;

  bool operator==(const ListenAddress&) const = default;
};

Result<ListenAddress> parse_listen_address(std::string_view text);

// A listening socket and the address it really has ("[::]:9401", with the port that was picked).
struct Listener {
  UniqueFd fd;
  std::string address;
};

// Binds and listens; never blocks. The error names the address and what can be done about it.
Result<Listener> listen_on(const ListenAddress& address);

// A listening stream socket that somebody else has opened (socket activation).
Result<Listener> adopt_listener(UniqueFd fd);

// "10.0.0.7:41522", "[2001:db8::1]:80"; an IPv4 address mapped into IPv6 is written as IPv4.
std::string to_string(const sockaddr_storage& address);

}  // namespace pge
