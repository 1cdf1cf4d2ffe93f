// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace grpc {
class Status;
}

namespace pge {

// What a person can do about a call to the kubelet that failed so; empty where nothing in general.
std::string_view remedy_for(ErrorKind kind);

// What a failed gRPC call means, in our kinds. `context` says what was asked of whom. The peer's
// text is kept, cut to a sane length.
Error error_from_grpc(const grpc::Status& status, std::string context);

}  // namespace pge
