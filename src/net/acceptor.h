// SPDX-License-Identifier: Apache-2.0
#pragma once

// Internal: for translation units that speak Asio.
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "base/unique_fd.h"
#include "net/asio.h"

namespace pge {

// Takes clients from a listening socket for as long as it stands. Everything on the loop's thread.
//
// When the process or the machine has run out of descriptors, `make_room` may close one connection;
// if it has none to give, the waiting client is taken with a descriptor kept in reserve and dropped
// at once, so that nobody hangs in the backlog, and accepting pauses for `kPause`: it neither spins
// nor ends.
class Acceptor : public std::enable_shared_from_this<Acceptor> {
 public:
  struct Events {
    std::function<void(UniqueFd client, std::string remote)> accepted;
    std::function<bool()> make_room;  // true if a descriptor was freed
    std::function<void(int)> failed;  // errno of a failed accept, for counting
  };
  static constexpr std::chrono::milliseconds kPause{100};
  static constexpr int kMostPerTurn = 64;  // then others on the loop get their turn

  Acceptor(asio::io_context& context, UniqueFd listener, Events events);
  void start();
  void stop();  // no further calls of `events`; the listening socket is closed

 private:
  enum class Outcome { taken, none_waiting, out_of_descriptors };

  asio::awaitable<void> run();
  Outcome accept_one();
  void shed_one();

  asio::posix::stream_descriptor listener_;
  asio::steady_timer pause_;
  Events events_;
  UniqueFd reserve_;
  bool stopped_ = false;
};

}  // namespace pge
