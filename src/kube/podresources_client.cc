// SPDX-License-Identifier: Apache-2.0
#include "kube/podresources_client.h"

#include <grpcpp/support/proto_buffer_reader.h>

#include <optional>
#include <string_view>
#include <utility>

#include "kube/grpc_status.h"
#include "kube/podresources_decode.h"
#include "kube/unix_grpc.h"

namespace pge {
namespace {

constexpr std::string_view kListV1 = "/v1.PodResourcesLister/List";
constexpr std::string_view kListV1Alpha1 = "/v1alpha1.PodResourcesLister/List";
constexpr std::string_view kAllocatable = "/v1.PodResourcesLister/GetAllocatableResources";

// "Pod Resources API GetAllocatableResources disabled", with the code UNKNOWN: the gate is off.
bool switched_off(const Error& error) {
  return error.kind == ErrorKind::unavailable && error.text.ends_with("disabled");
}

Error unreadable(Error error, const std::string& path, std::string_view method) {
  error = std::move(error).in(path + std::string(method));
  error.remedy = remedy_for(error.kind);
  return error;
}

}  // namespace

struct PodResourcesClient::Impl {
  explicit Impl(Options options)
      : path(options.socket_path),
        grpc({std::move(options.socket_path), options.receive_limit, options.wait_for_socket}) {}

  // Both requests are messages without fields.
  Result<grpc::ByteBuffer> ask(std::string_view method, SteadyTime deadline,
                               const std::stop_token& stop) {
    return grpc.unary(std::string(method), {}, deadline - std::chrono::steady_clock::now(), stop);
  }

  // What was found out about one kubelet need not hold for the next one on this path.
  Result<void> meet(SteadyTime deadline, const std::stop_token& stop) {
    const Result<void> connected = grpc.connect(deadline - std::chrono::steady_clock::now(), stop);
    if (connected && known_for != grpc.incarnation()) {
      known_for = grpc.incarnation();
      list_method = kListV1;
      no_allocatable.reset();
    }
    return connected;
  }

  Result<grpc::ByteBuffer> list(SteadyTime deadline, const std::stop_token& stop) {
    if (Result<void> met = meet(deadline, stop); !met) return std::unexpected(met.error());
    Result<grpc::ByteBuffer> reply = ask(list_method, deadline, stop);
    if (reply || reply.error().kind != ErrorKind::unsupported) return reply;
    const std::string_view other = list_method == kListV1 ? kListV1Alpha1 : kListV1;
    Result<grpc::ByteBuffer> second = ask(other, deadline, stop);
    if (second) list_method = other;
    if (second || second.error().kind != ErrorKind::unsupported) return second;
    return no_service(std::move(reply.error()));
  }

  static Result<grpc::ByteBuffer> no_service(Error error) {
    error.remedy =
        "this is another socket than the kubelet's pod-resources/kubelet.sock (that of the device "
        "plugins?), or the kubelet is older than 1.13";
    return std::unexpected(std::move(error));
  }

  Result<grpc::ByteBuffer> allocatable(SteadyTime deadline, const std::stop_token& stop) {
    if (Result<void> met = meet(deadline, stop); !met) return std::unexpected(met.error());
    if (no_allocatable) return std::unexpected(*no_allocatable);
    Result<grpc::ByteBuffer> reply = ask(kAllocatable, deadline, stop);
    if (reply) return reply;
    if (switched_off(reply.error())) reply.error().kind = ErrorKind::unsupported;
    if (reply.error().kind == ErrorKind::unsupported) no_allocatable = reply.error();
    return reply;
  }

  std::string path;
  UnixGrpc grpc;
  std::uint64_t known_for = 0;
  std::string_view list_method = kListV1;
  std::optional<Error> no_allocatable;
};

PodResourcesClient::PodResourcesClient(Options options)
    : impl_(std::make_unique<Impl>(std::move(options))) {}

PodResourcesClient::~PodResourcesClient() = default;

std::uint64_t PodResourcesClient::incarnation() const { return impl_->grpc.incarnation(); }

Result<std::vector<ListedPod>> PodResourcesClient::list(Duration timeout, std::stop_token stop) {
  Result<grpc::ByteBuffer> reply = impl_->list(std::chrono::steady_clock::now() + timeout, stop);
  if (!reply) return std::unexpected(std::move(reply.error()));
  grpc::ProtoBufferReader reader(&*reply);
  Result<std::vector<ListedPod>> pods = decode_list(reader);
  if (!pods)
    return std::unexpected(unreadable(std::move(pods.error()), impl_->path, impl_->list_method));
  return pods;
}

Result<std::vector<ResourceDevices>> PodResourcesClient::allocatable(Duration timeout,
                                                                     std::stop_token stop) {
  Result<grpc::ByteBuffer> reply =
      impl_->allocatable(std::chrono::steady_clock::now() + timeout, stop);
  if (!reply) return std::unexpected(std::move(reply.error()));
  grpc::ProtoBufferReader reader(&*reply);
  Result<std::vector<ResourceDevices>> devices = decode_allocatable(reader);
  if (!devices)
    return std::unexpected(unreadable(std::move(devices.error()), impl_->path, kAllocatable));
  return devices;
}

}  // namespace pge
