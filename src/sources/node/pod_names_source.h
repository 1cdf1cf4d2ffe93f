// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/host_fs.h"
#include "model/pod_info.h"
#include "sources/source.h"

namespace pge {

// Source "podnames": Facts::pods out of names of directories and links alone; no file is read and
// nobody is asked. /var/log/pods has namespace, name and uid; links in /var/log/containers the
// containers and their ids; the kubelet's own pods/<uid> says that the pod is still there, and its
// birth is when the pod came to this node.
//
// `absent` where neither the log directory nor the kubelet's has ever been there. Either one alone
// is enough for an answer; the other's failure is a skipped item.
class PodNamesSource final : public Source {
 public:
  struct Options {
    std::string node;
    HostFs fs{"/"};
    std::filesystem::path log_pods = "/var/log/pods";
    std::filesystem::path log_containers = "/var/log/containers";
    HostFs kubelet_fs{"/"};
    std::filesystem::path kubelet_pods = "/var/lib/kubelet/pods";
  };

  explicit PodNamesSource(Options options) : options_(std::move(options)) {}

  std::string_view name() const override { return "podnames"; }
  Result<Facts> collect(SteadyTime deadline, std::stop_token stop) override;

 private:
  using Pods = std::map<std::string, PodInfo>;  // by uid

  Result<void> read_logs(Pods& pods);
  Result<void> read_kubelet(Pods& pods);
  void read_containers(Pods& pods, const std::stop_token& stop, std::vector<Error>& skipped);

  Options options_;
  std::map<std::string, double> births_;  // by uid: a directory is born once
  bool existed_ = false;
};

}  // namespace pge
