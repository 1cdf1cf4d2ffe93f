// SPDX-License-Identifier: Apache-2.0
//
// Private to this folder: its includes are gRPC's.
#pragma once

#include <grpcpp/channel.h>
#include <grpcpp/support/byte_buffer.h>

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>

#include "base/backoff.h"
#include "base/clock.h"
#include "base/result.h"
#include "kube/unix_socket.h"

namespace pge {

// Unary gRPC calls to whoever serves the unix socket at a path. The socket is dialled here and
// handed to gRPC as a descriptor: gRPC's own reconnecting leaves up to 15 s between the return of a
// socket and the next good call, does not notice that the file was replaced while the old server
// lives on, and does not say why a path cannot be dialled.
//
// One caller at a time.
class UnixGrpc {
 public:
  struct Options {
    std::string path;
    std::size_t receive_limit = 64U << 20;
    // How long a call waits, within its timeout, for a socket that existed before.
    Duration wait_for_socket = std::chrono::seconds(2);
  };

  explicit UnixGrpc(Options options);

  // Connects where that is needed, so that incarnation() tells who will be asked next.
  Result<void> connect(Duration timeout, const std::stop_token& stop);

  // `method` as in "/v1.PodResourcesLister/List"; `request` is the encoded message.
  Result<grpc::ByteBuffer> unary(const std::string& method, std::string_view request,
                                 Duration timeout, std::stop_token stop);

  // Counts the socket files that were connected to.
  std::uint64_t incarnation() const { return incarnation_; }

 private:
  enum class Connection { kept, fresh };
  Result<Connection> ensure_connected(SteadyTime deadline, const std::stop_token& stop);
  Result<void> connect_now();
  Error gone(Error error) const;
  void adopt(UnixConnection connection);
  struct Outcome {
    Result<grpc::ByteBuffer> reply;
    bool lost = false;  // the connection failed, not the call
  };
  Outcome call(const std::string& method, std::string_view request, SteadyTime deadline,
               std::stop_token stop);

  Options options_;
  Backoff retries_;
  std::shared_ptr<grpc::Channel> channel_;
  FileIdentity file_;
  std::uint64_t incarnation_ = 0;
  bool existed_ = false;  // something has stood at the path
};

}  // namespace pge
