// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

#include "sources/node/node_file.h"
#include "sources/source.h"

namespace pge {

// Source "gpumanager": Facts::records out of the file in which Tencent's gpu-manager notes which
// cards, by minor, each container really has. Written when a container is given its cards, so ahead
// of the pod's annotations; kept for a while after the pod has gone. The records have no ids: those
// of the kubelet are units without a card.
class GpuManagerSource final : public Source {
 public:
  struct Options {
    std::string node;
    NodeFile checkpoint;
  };

  explicit GpuManagerSource(Options options) : options_(std::move(options)) {}

  std::string_view name() const override { return "gpumanager"; }
  Result<Facts> collect(SteadyTime deadline, std::stop_token stop) override;

 private:
  Options options_;
};

}  // namespace pge
