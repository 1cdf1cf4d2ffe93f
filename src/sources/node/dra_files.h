// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "kube/files/dra_state.h"
#include "kube/files/nvidia_dra_checkpoint.h"
#include "sources/node/node_file.h"

namespace pge {

// What was read last, for a while: a file that cannot be read now says nothing about what it said.
template <class T>
class LastGood {
 public:
  // The newest value; after a failure the last one, as long as it is younger than `limit`. A file
  // that has never been there gives nothing. Failures are appended to `errors`.
  const T* update(Result<T> result, SteadyTime now, Duration limit, std::vector<Error>& errors) {
    if (result) {
      value_ = std::move(*result);
      read_ = now;
    } else if (result.error().kind != ErrorKind::absent) {
      errors.push_back(std::move(result.error()));
      if (value_ && now - read_ > limit) value_.reset();
    }
    return value_ ? &*value_ : nullptr;
  }

 private:
  std::optional<T> value_;
  SteadyTime read_{};
};

// The files of the node that tell about DRA: the kubelet's dra_manager_state and the checkpoint of
// NVIDIA's driver. One caller at a time.
class DraFiles {
 public:
  struct Options {
    NodeFile state;
    NodeFile nvidia;
    NodeFile boot_id;  // /proc/sys/kernel/random/boot_id
    Duration keep = std::chrono::minutes(2);
  };

  struct Answer {
    const DraState* state = nullptr;  // null: not there
    const NvidiaDraCheckpoint* nvidia = nullptr;
    std::vector<Error> errors;  // of files and of items in them
  };

  explicit DraFiles(Options options) : options_(std::move(options)) {}

  // Valid until the next call. What the driver prepared before the node was booted is left out.
  Answer read(SteadyTime now);

 private:
  Options options_;
  LastGood<DraState> state_;
  LastGood<NvidiaDraCheckpoint> nvidia_;
};

}  // namespace pge
