// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "kube/podresources.h"

namespace pge {

// Asks the kubelet of this node which container holds which device (gRPC service PodResourcesLister
// on a unix socket). v1 where the kubelet has it, else v1alpha1; which one is found out once per
// socket file and again when another file stands at the path (a kubelet that was upgraded).
//
// Every call dials the path anew where the connection is lost or the file was replaced, and waits a
// little for a socket that is away because the kubelet restarts. Error kinds: `absent` (nothing has
// ever stood at the path), `not_found` (it is gone), `unavailable` (nobody listens, connection
// lost), `permission`, `timeout`, `rate_limited` (by the kubelet: 100 requests a second for all
// clients of the node), `too_large`, `malformed`, `unsupported`.
//
// One caller at a time.
class PodResourcesClient {
 public:
  struct Options {
    std::string socket_path;  // at most 107 bytes
    std::size_t receive_limit = 64U << 20;
    // How long a call waits, within its timeout, for a socket that existed before.
    Duration wait_for_socket = std::chrono::seconds(2);
  };

  explicit PodResourcesClient(Options options);
  ~PodResourcesClient();
  PodResourcesClient(const PodResourcesClient&) = delete;
  PodResourcesClient& operator=(const PodResourcesClient&) = delete;

  // Every pod that the kubelet knows. Returns within `timeout`, or soon after `stop` is requested.
  Result<std::vector<ListedPod>> list(Duration timeout, std::stop_token stop = {});

  // The healthy devices of the node, held or not. `unsupported` where the kubelet is too old
  // (before 1.21) or has the method switched off; remembered like the service version.
  Result<std::vector<ResourceDevices>> allocatable(Duration timeout, std::stop_token stop = {});

  // Grows whenever another socket file is found at the path: the kubelet was restarted. 0 before
  // the first connection.
  std::uint64_t incarnation() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace pge
