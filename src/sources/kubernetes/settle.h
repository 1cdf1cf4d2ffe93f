// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/clock.h"
#include "sources/kubernetes/grants.h"

namespace pge {

// After a restart the kubelet answers before it knows its pods again, and counts no device until
// the plugin behind it has come back. What it leaves out then is believed gone only once it was
// left out of two answers and some seconds have passed; until then it stays. At any other time it
// is gone at once. Pure: time comes in as an argument.
class Settle {
 public:
  struct Options {
    Duration time = std::chrono::seconds(10);  // since the restart was noticed
    unsigned answers = 2;                      // that leave something out
    // That anything is kept in all, however often the kubelet restarts meanwhile.
    Duration longest = std::chrono::minutes(2);
  };

  Settle() = default;
  explicit Settle(Options options) : options_(options) {}

  // A call has failed in a way that a restart explains; it is noticed with the next answer.
  void failed() { failed_ = true; }

  // What to believe after this answer. `incarnation` changes with the kubelet's socket. Valid until
  // the next call.
  const KubeletAnswer& believe(KubeletAnswer answer, std::uint64_t incarnation, SteadyTime now);

  // What was believed last; empty before the first answer.
  const KubeletAnswer& believed() const { return believed_; }
  bool settling() const { return settling_; }

 private:
  struct Missing {
    unsigned answers = 0;
    SteadyTime since{};  // the first answer that left it out
  };
  using MissingItems = std::map<std::string, Missing>;

  void notice_restart(std::uint64_t incarnation, SteadyTime now);
  bool keep(const std::string& item, SteadyTime now, MissingItems& missing);
  void keep_pods(std::vector<PodGrants>& pods, SteadyTime now, MissingItems& missing);
  void keep_allocatable(std::vector<AllocatableResource>& resources, SteadyTime now,
                        MissingItems& missing);

  Options options_;
  KubeletAnswer believed_;
  MissingItems missing_;
  SteadyTime noticed_{};
  std::uint64_t incarnation_ = 0;
  bool answered_ = false;
  bool failed_ = false;
  bool settling_ = false;
};

}  // namespace pge
