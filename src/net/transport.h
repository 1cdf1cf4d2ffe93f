// SPDX-License-Identifier: Apache-2.0
#pragma once

// Internal: for translation units that speak Asio.
#include <sys/uio.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <span>

#include "base/unique_fd.h"
#include "net/asio.h"

namespace pge {

// A stream of bytes to one peer; encryption is another implementation of this. Everything runs on
// the loop's thread, with at most one read and one write under way. Neither has a deadline of its
// own: who owns the transport calls close() when the time is up, which ends both with an error.
class Transport {
 public:
  virtual ~Transport() = default;

  // Waits for bytes and reads what is there. 0 bytes means an error is set, end of stream included.
  virtual asio::awaitable<std::size_t> read_some(std::span<char> into, AsioError& error) = 0;
  // Waits for room at the peer and writes what fits; the caller comes again for the rest.
  virtual asio::awaitable<std::size_t> write_some(std::span<const iovec> pieces,
                                                  AsioError& error) = 0;
  // Calls `gone` once if the peer closes or breaks the stream; stays silent as soon as the peer
  // sends something. Ended by close() or stop_watching(), which ends a read under way too.
  virtual void watch_hangup(std::function<void()> gone) = 0;
  virtual void stop_watching() = 0;
  // Says that nothing more will be sent; reading stays possible.
  virtual void shutdown_send() = 0;
  // True if bytes have arrived that nobody has read yet.
  virtual bool has_unread() const = 0;
  // Frees the descriptor at once; may be called twice.
  virtual void close() = 0;
};

std::shared_ptr<Transport> make_tcp_transport(asio::io_context& context, UniqueFd socket);

}  // namespace pge
