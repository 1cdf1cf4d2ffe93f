// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "base/host_fs.h"
#include "sources/source.h"

namespace pge {

// Source "nvidiaproc": the NVIDIA cards of this node as the kernel driver lists them in procfs.
// Needs no library, opens no device, and so never stands in the way of a driver that is to be
// unloaded. Knows whole cards only: MIG slices are not in procfs.
//
// A card seen once stays known while the process lives, as pods may hold it and its id must not
// lose its name; a driver that has gone as a whole is a failure (`not_found`), one that never was
// is `absent`.
class NvidiaProcSource final : public Source {
 public:
  NvidiaProcSource(std::string node, HostFs host);

  std::string_view name() const override { return "nvidiaproc"; }
  Result<Facts> collect(SteadyTime deadline, std::stop_token stop) override;

 private:
  const std::string node_;
  const HostFs host_;
  std::map<std::string, Device> known_;  // by id
};

}  // namespace pge
