// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <thread>

#include "base/unique_fd.h"

namespace pge::testing {

// Somebody on a unix socket who does not behave: below gRPC, on the level of bytes.
class FakePeer {
 public:
  struct Behaviour {
    bool accept = true;      // false: connections wait in the queue for ever
    std::string greeting{};  // sent to whoever connects
    bool close_after_greeting = false;
    std::string forward_to{};  // another socket, with which all bytes are exchanged
    std::size_t cut_after = std::numeric_limits<std::size_t>::max();  // bytes of its answer
  };

  // Listens on `path` from here on; throws where it cannot.
  FakePeer(const std::string& path, Behaviour behaviour);
  ~FakePeer();
  FakePeer(const FakePeer&) = delete;
  FakePeer& operator=(const FakePeer&) = delete;

 private:
  struct Link;
  void run(const std::stop_token& stop);

  Behaviour behaviour_;
  std::string path_;
  UniqueFd listener_;
  std::jthread thread_;
};

}  // namespace pge::testing
