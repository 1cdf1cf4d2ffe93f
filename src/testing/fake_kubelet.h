// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "testing/fake_answer.h"

namespace pge::testing {

// A kubelet's PodResources API on a unix socket, by gRPC C++. It brings its socket up as the
// kubelet does: bound under a temporary name in the same directory, then renamed over the path; and
// leaves it behind when it stops. Safe from any thread.
class FakeKubelet {
 public:
  struct Call {
    std::string method;  // "/v1.PodResourcesLister/List"
    std::string authority;
    std::multimap<std::string, std::string> metadata;
  };

  explicit FakeKubelet(std::string socket_path);
  ~FakeKubelet();
  FakeKubelet(const FakeKubelet&) = delete;
  FakeKubelet& operator=(const FakeKubelet&) = delete;

  void set_answer(FakeAnswer answer);  // for calls that arrive from now on

  void start();    // a new server and a new socket file; one that ran before is stopped first
  void stop();     // cuts all connections; the file stays, as a dead socket
  void remove();   // stop() and no file any more
  void replace();  // a new server and file; the old server lives on for those connected to it

  std::vector<Call> calls() const;
  std::size_t count(std::string_view method) const;
  // Waits until that many calls of the method have arrived; false after the timeout.
  bool wait_for(std::string_view method, std::size_t count,
                std::chrono::milliseconds timeout = std::chrono::seconds(10)) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

inline constexpr std::string_view kListV1 = "/v1.PodResourcesLister/List";
inline constexpr std::string_view kListV1Alpha1 = "/v1alpha1.PodResourcesLister/List";
inline constexpr std::string_view kAllocatable = "/v1.PodResourcesLister/GetAllocatableResources";

}  // namespace pge::testing
