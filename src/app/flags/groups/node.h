// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

#include "app/flags/setters.h"
#include "app/flags/table.h"
#include "app/flags/values.h"

namespace pge::flags {

inline constexpr std::string_view kNode = "The node and its kubelet";

inline constexpr std::array kNodeFlags = {
    Flag{.name = "node-name",
         .group = kNode,
         .kind = Kind::single,
         .value_name = "NAME",
         .default_text =
             "$NODE_NAME, else what etc/hostname below host.root says, else the host name",
         .default_is_said = true,
         .help = "Name of this node as Kubernetes knows it. In a pod, set NODE_NAME from "
                 "spec.nodeName: a pod's host name may be the pod's own name.",
         .set = set<&Config::node_name, parse_node_name>},
    Flag{.name = "host.root",
         .group = kNode,
         .kind = Kind::single,
         .value_name = "DIR",
         .default_text = "/",
         .help = "Where the node's file system is mounted. Stands before every default path, and "
                 "links are resolved inside it; a path given by its own flag is used as given.",
         .set = set<&Config::host_root, parse_path>},
    Flag{.name = "kubelet.root-dir",
         .group = kNode,
         .kind = Kind::single,
         .value_name = "DIR",
         .default_text = "/var/lib/kubelet",
         .help = "The kubelet's own directory (its --root-dir; k0s and microk8s use others).",
         .set = set_node_path<&Config::kubelet_root_dir>},
    Flag{.name = "kubelet.socket",
         .group = kNode,
         .kind = Kind::single,
         .value_name = "SOCKET",
         .default_text = "pod-resources/kubelet.sock in kubelet.root-dir",
         .default_is_said = true,
         .help = "Socket of the kubelet's PodResources API. In a pod, mount its directory: a "
                 "mounted socket goes stale when the kubelet restarts.",
         .set = set_node_path<&Config::kubelet_socket>},
    Flag{.name = "kubelet.checkpoint",
         .group = kNode,
         .kind = Kind::single,
         .value_name = "FILE",
         .default_text = "/var/lib/kubelet/device-plugins/kubelet_internal_checkpoint",
         .help = "The kubelet's device checkpoint: pod uids, and what containers really received. "
                 "Its directory is watched, so that a change of assignment shows at once. Every "
                 "kubelet keeps it there, whatever its --root-dir.",
         .set = set_node_path<&Config::kubelet_checkpoint>},
    Flag{.name = "gpu-manager.checkpoint",
         .group = kNode,
         .kind = Kind::single,
         .value_name = "FILE",
         .default_text = "/etc/gpu-manager/checkpoint/gpumanager_internal_checkpoint",
         .help = "Where Tencent's gpu-manager notes which card each container has.",
         .set = set_node_path<&Config::gpu_manager_checkpoint>},
};

}  // namespace pge::flags
