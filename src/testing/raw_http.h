// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "base/unique_fd.h"

namespace pge::testing {

struct RawResponse {
  int status = 0;                              // 0: there was no (complete) response
  std::map<std::string, std::string> headers;  // names in lower case
  std::string body;
  std::string head;  // as received

  std::string header(const std::string& name) const {
    const auto found = headers.find(name);
    return found == headers.end() ? "" : found->second;
  }
};

// A client that sends whatever bytes a test wants, over a real socket. Every call ends within
// kPatience, so that a server that hangs fails the test instead of hanging it.
class RawClient {
 public:
  static constexpr std::chrono::seconds kPatience{20};

  // To a server's address as it reports it: "[::]:9401" and "0.0.0.0:9401" mean loopback here.
  // `receive_buffer` makes a client that cannot hide unread bytes in the kernel; 0 leaves it alone.
  explicit RawClient(std::string_view address, int receive_buffer = 0);

  // A socket made before it is connected, for tests that leave no descriptor free.
  struct Socket {
    UniqueFd fd;
    explicit Socket(int receive_buffer = 0);
  };
  RawClient(std::string_view address, Socket socket);

  bool connected() const { return connected_; }
  bool send(std::string_view bytes);  // false once the server has closed
  // Reads one response by its Content-Length; status 0 if the connection ends before. A response to
  // HEAD, and 204 and 304, have no body.
  RawResponse receive(bool to_head = false);
  RawResponse get(std::string_view path);   // on this connection, keep-alive
  std::size_t read_some(std::size_t most);  // and drops it; 0 at the end
  std::string read_to_end();                // until the server closes or resets
  bool ends();  // waits: true if the server closes without sending anything
  bool reset_seen() const { return reset_seen_; }
  void half_close();
  void reset();  // closes so that the server sees a reset
  int fd() const { return fd_.get(); }

 private:
  bool fill();

  UniqueFd fd_;
  std::string buffer_;
  bool connected_ = false;
  bool reset_seen_ = false;
};

}  // namespace pge::testing
