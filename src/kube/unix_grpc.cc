// SPDX-License-Identifier: Apache-2.0
#include "kube/unix_grpc.h"

#include <grpcpp/client_context.h>
#include <grpcpp/completion_queue.h>
#include <grpcpp/create_channel_posix.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/support/channel_arguments.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "kube/grpc_engine.h"
#include "kube/grpc_status.h"

namespace pge {
namespace {

using std::chrono::milliseconds;

constexpr Backoff::Options kRetryWaits{milliseconds(100), milliseconds(1000), 0.2};
constexpr unsigned kMostTries = 3;  // of one call that loses its connections
constexpr int kStreamWindow = 4 << 20;

SteadyTime now() { return std::chrono::steady_clock::now(); }

grpc::ChannelArguments channel_arguments(std::size_t receive_limit) {
  grpc::ChannelArguments arguments;
  // Servers on strict HTTP/2 stacks refuse a socket path as authority.
  arguments.SetString(GRPC_ARG_DEFAULT_AUTHORITY, "localhost");
  arguments.SetMaxReceiveMessageSize(static_cast<int>(receive_limit));
  // The kubelet counts a client's pings and hangs up after a few, so none are sent: a fixed, large
  // window in place of one found out by pings.
  arguments.SetInt(GRPC_ARG_HTTP2_BDP_PROBE, 0);
  arguments.SetInt(GRPC_ARG_HTTP2_STREAM_LOOKAHEAD_BYTES, kStreamWindow);
  return arguments;
}

gpr_timespec grpc_deadline(SteadyTime deadline) {
  const Duration left = std::max<Duration>(deadline - now(), Duration::zero());
  return gpr_time_add(gpr_now(GPR_CLOCK_MONOTONIC),
                      gpr_time_from_nanos(left.count(), GPR_TIMESPAN));
}

Error stopped() { return Error{ErrorKind::unavailable, "stopped", {}, {}}; }

}  // namespace

UnixGrpc::UnixGrpc(Options options)
    : options_(std::move(options)), retries_(kRetryWaits, std::hash<std::string>{}(options_.path)) {
  use_small_grpc_engine();
}

void UnixGrpc::adopt(UnixConnection connection) {
  if (incarnation_ == 0 || connection.file != file_) ++incarnation_;
  file_ = connection.file;
  channel_ = grpc::CreateCustomInsecureChannelFromFd("localhost", connection.fd.release(),
                                                     channel_arguments(options_.receive_limit));
}

Error UnixGrpc::gone(Error error) const {
  if (error.kind != ErrorKind::not_found) return error;
  if (!existed_) {
    error.kind = ErrorKind::absent;
    error.remedy = "is the kubelet's root directory another one, or not mounted?";
  } else {
    error.text = "the socket is gone";
    error.remedy = "mount the directory of the socket, not the socket itself";
  }
  return error;
}

Result<void> UnixGrpc::connect_now() {
  Result<UnixConnection> connection = connect_unix(options_.path);
  if (!connection) {
    const ErrorKind kind = connection.error().kind;
    if (kind == ErrorKind::unavailable || kind == ErrorKind::unsupported) existed_ = true;
    return std::unexpected(gone(std::move(connection.error())));
  }
  existed_ = true;
  adopt(std::move(*connection));
  return {};
}

Result<UnixGrpc::Connection> UnixGrpc::ensure_connected(SteadyTime deadline,
                                                        const std::stop_token& stop) {
  if (channel_ != nullptr) {
    // A file that is gone says nothing about the connection; another file says that the kubelet
    // was restarted, even if the old process still answers.
    const Result<FileIdentity> file = identify(options_.path);
    if (!file || *file == file_) return Connection::kept;
    channel_.reset();
  }
  const SteadyTime last_try = std::min(deadline, now() + options_.wait_for_socket);
  Backoff waits(kRetryWaits, static_cast<std::uint64_t>(now().time_since_epoch().count()));
  for (;;) {
    const Result<void> connected = connect_now();
    if (connected) return Connection::fresh;
    const ErrorKind kind = connected.error().kind;
    const bool may_return = kind == ErrorKind::not_found || kind == ErrorKind::unavailable;
    const Duration wait = waits.next();
    if (!may_return || now() + wait > last_try) return std::unexpected(connected.error());
    if (!sleep_unless_stopped(wait, stop)) return std::unexpected(stopped());
  }
}

Result<void> UnixGrpc::connect(Duration timeout, const std::stop_token& stop) {
  const Result<Connection> connection = ensure_connected(now() + timeout, stop);
  if (!connection) return std::unexpected(connection.error());
  return {};
}

Result<grpc::ByteBuffer> UnixGrpc::unary(const std::string& method, std::string_view request,
                                         Duration timeout, std::stop_token stop) {
  const SteadyTime deadline = now() + timeout;
  for (unsigned tries = 1;; ++tries) {
    const Result<Connection> connection = ensure_connected(deadline, stop);
    if (!connection) return std::unexpected(connection.error());
    Outcome outcome = call(method, request, deadline, stop);
    if (outcome.reply || stop.stop_requested()) {
      retries_.succeeded();
      return outcome.reply;
    }
    // Whoever does not answer in time, or not in gRPC, may be the remains of an old kubelet.
    const ErrorKind kind = outcome.reply.error().kind;
    if (outcome.lost || kind == ErrorKind::timeout || kind == ErrorKind::malformed)
      channel_.reset();
    if (!outcome.lost || tries >= kMostTries) return outcome.reply;
    // A connection that was kept may have died unnoticed: that says nothing about the kubelet.
    if (*connection == Connection::kept) continue;
    const Duration wait = retries_.next();
    if (now() + wait > deadline || !sleep_unless_stopped(wait, stop)) return outcome.reply;
  }
}

UnixGrpc::Outcome UnixGrpc::call(const std::string& method, std::string_view request,
                                 SteadyTime deadline, std::stop_token stop) {
  grpc::ClientContext context;
  context.set_deadline(grpc_deadline(deadline));
  grpc::CompletionQueue queue;
  const grpc::Slice bytes(request.data(), request.size());
  grpc::ByteBuffer reply;
  grpc::Status status;
  grpc::GenericStub stub(channel_);
  const auto reader = stub.PrepareUnaryCall(&context, method, grpc::ByteBuffer(&bytes, 1), &queue);
  reader->StartCall();
  reader->Finish(&reply, &status, &status);
  void* tag = nullptr;
  bool ok = false;
  {
    const std::stop_callback cancel(std::move(stop), [&context] { context.TryCancel(); });
    queue.Next(&tag, &ok);  // ends by reply, deadline, loss of the connection or cancellation
  }
  queue.Shutdown();
  while (queue.Next(&tag, &ok)) {
  }
  if (status.ok()) return {std::move(reply), false};
  return {std::unexpected(error_from_grpc(status, options_.path + method)),
          status.error_code() == grpc::StatusCode::UNAVAILABLE};
}

}  // namespace pge
