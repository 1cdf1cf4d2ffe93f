// SPDX-License-Identifier: Apache-2.0
#include "kube/grpc_status.h"

#include <grpcpp/support/status.h>

namespace pge {
namespace {

constexpr std::size_t kLongestText = 300;

// Two things share the code RESOURCE_EXHAUSTED: the kubelet's rate limit and, on our side, a
// message above the limit.
ErrorKind exhausted(const std::string& text) {
  if (text.find("rate limit") != std::string::npos) return ErrorKind::rate_limited;
  if (text.find("larger than max") != std::string::npos) return ErrorKind::too_large;
  return ErrorKind::unavailable;
}

ErrorKind kind_of(const grpc::Status& status) {
  switch (status.error_code()) {
    case grpc::StatusCode::DEADLINE_EXCEEDED:
      return ErrorKind::timeout;
    case grpc::StatusCode::RESOURCE_EXHAUSTED:
      return exhausted(status.error_message());
    case grpc::StatusCode::UNIMPLEMENTED:
      return ErrorKind::unsupported;
    case grpc::StatusCode::PERMISSION_DENIED:
    case grpc::StatusCode::UNAUTHENTICATED:
      return ErrorKind::permission;
    case grpc::StatusCode::INTERNAL:  // the transport's word for bytes that it cannot read
    case grpc::StatusCode::DATA_LOSS:
      return ErrorKind::malformed;
    default:
      return ErrorKind::unavailable;
  }
}

}  // namespace

std::string_view remedy_for(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::rate_limited:
      return "another client of this node asks the kubelet too often";
    case ErrorKind::too_large:
      return "the answer is beyond what we accept; thousands of pods on one node, or another "
             "server's socket?";
    case ErrorKind::timeout:
      return "the kubelet hangs or is overrun; look at its log";
    case ErrorKind::unavailable:
      return "is the kubelet running? its log says why it turned the call away";
    case ErrorKind::malformed:
      return "is this the kubelet's pod-resources/kubelet.sock?";
    default:
      return "";
  }
}

Error error_from_grpc(const grpc::Status& status, std::string context) {
  std::string text = status.error_message();
  if (text.size() > kLongestText) text.resize(kLongestText);
  if (text.empty()) text = "gRPC status " + std::to_string(status.error_code());
  Error error{kind_of(status), std::move(text), std::move(context), {}};
  error.remedy = remedy_for(error.kind);
  return error;
}

}  // namespace pge
