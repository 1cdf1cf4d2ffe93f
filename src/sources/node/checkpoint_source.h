// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "sources/kubernetes/grants.h"
#include "sources/node/dra_files.h"
#include "sources/node/node_file.h"
#include "sources/source.h"

namespace pge {

// Source "checkpoint": Facts::records out of the files in which the kubelet (and NVIDIA's DRA
// driver) note what was granted. They give the pod uid, plain init containers and what a container
// really received, none of which PodResources tells.
//
// Fails where the device checkpoint cannot be read. The DRA files are side dishes: their failures
// are skipped items. `absent` if none of the files has ever been there.
class CheckpointSource final : public Source {
 public:
  struct Options {
    std::string node;
    NodeFile checkpoint;
    DraFiles::Options dra;
    GpuTest gpus{};
  };

  // `clock` outlives the source.
  CheckpointSource(Options options, const Clock& clock);

  std::string_view name() const override { return "checkpoint"; }
  Result<Facts> collect(SteadyTime deadline, std::stop_token stop) override;

 private:
  std::string node_;
  NodeFile checkpoint_;
  DraFiles dra_;
  GpuTest gpus_;
  const Clock& clock_;
};

}  // namespace pge
