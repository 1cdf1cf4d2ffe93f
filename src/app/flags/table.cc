// SPDX-License-Identifier: Apache-2.0
#include "app/flags/table.h"

#include <algorithm>
#include <array>

#include "app/flags/setters.h"
#include "app/flags/values.h"
#include "base/strings.h"

namespace pge::flags {
namespace {

constexpr std::string_view kGeneral = "General";
constexpr std::string_view kNode = "The node and its kubelet";
constexpr std::string_view kSources = "What counts and how often it is read";
constexpr std::string_view kMetrics = "Metrics";
constexpr std::string_view kWeb = "Web";
constexpr std::string_view kLog = "Log";

constexpr std::array kTable = {
    Flag{.name = "config.file",
         .group = kGeneral,
         .kind = Kind::single,
         .value_name = "FILE",
         .default_text = "none",
         .default_is_said = true,
         .help = "YAML file with the same settings, as nested or dotted keys.",
         .set = set<&Config::config_file, parse_path>},
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
    Flag{.name = "resources",
         .group = kSources,
         .kind = Kind::list,
         .value_name = "PATTERN,...",
         .default_text = "the GPU resources of every vendor we know",
         .default_is_said = true,
         .help = "Extended resources that count as GPUs; * and ? stand for any run and any one "
                 "character. A resource that is not listed still counts if its ids look like a "
                 "GPU's.",
         .set = set_list<&Config::resources, parse_resource_pattern>},
    Flag{.name = "source.podresources",
         .group = kSources,
         .kind = Kind::boolean,
         .value_name = "",
         .default_text = "true",
         .help = "Read the kubelet's PodResources API.",
         .set = set<&Config::source_podresources, parse_bool>},
    Flag{.name = "source.checkpoint",
         .group = kSources,
         .kind = Kind::boolean,
         .value_name = "",
         .default_text = "true",
         .help = "Read the kubelet's device checkpoint, its DRA state and NVIDIA's DRA driver's.",
         .set = set<&Config::source_checkpoint, parse_bool>},
    Flag{.name = "source.podnames",
         .group = kSources,
         .kind = Kind::boolean,
         .value_name = "",
         .default_text = "true",
         .help =
             "Read pod uids, containers and starts from the names of log directories and of the "
             "kubelet's pod directories.",
         .set = set<&Config::source_podnames, parse_bool>},
    Flag{.name = "source.gpumanager",
         .group = kSources,
         .kind = Kind::boolean,
         .value_name = "",
         .default_text = "true",
         .help = "Read gpu-manager's checkpoint.",
         .set = set<&Config::source_gpumanager, parse_bool>},
    Flag{.name = "source.nvidiaproc",
         .group = kSources,
         .kind = Kind::boolean,
         .value_name = "",
         .default_text = "true",
         .help = "Read the models and numbers of NVIDIA cards from /proc/driver/nvidia.",
         .set = set<&Config::source_nvidiaproc, parse_bool>},
    Flag{.name = "refresh.interval",
         .group = kSources,
         .kind = Kind::single,
         .value_name = "DURATION",
         .default_text = "5s",
         .help = "How often sources are read, from 100ms to 1h; at least twice within "
                 "staleness.limit. Changes that the system tells us of are picked up at once.",
         .set = set_duration<&Config::refresh_interval, 100, 3'600'000>},
    Flag{.name = "staleness.limit",
         .group = kSources,
         .kind = Kind::single,
         .value_name = "DURATION",
         .default_text = "2m",
         .help = "How long the last good facts of a failing source are served, from 100ms to 24h "
                 "and never less than refresh.interval.",
         .set = set_duration<&Config::staleness_limit, 100, 24 * 3'600'000>},
    Flag{
        .name = "metrics.legacy",
        .group = kMetrics,
        .kind = Kind::boolean,
        .value_name = "",
        .default_text = "false",
        .help = "Also serve the retired families POD_GPU_MAP_INFO_n, one for each line of the map.",
        .set = set<&Config::metrics_legacy, parse_bool>},
    Flag{.name = "web.listen-address",
         .group = kWeb,
         .kind = Kind::list,
         .value_name = "ADDRESS,...",
         .default_text = ":9401",
         .help = "Where to listen, as :9401, 0.0.0.0:9401 or [::1]:9401. Port 0 picks a free one "
                 "and logs it.",
         .set = set_list<&Config::web_listen_addresses, parse_listen>},
    Flag{.name = "web.telemetry-path",
         .group = kWeb,
         .kind = Kind::single,
         .value_name = "PATH",
         .default_text = "/metrics",
         .help = "Path of the metrics. The paths of other endpoints are refused.",
         .set = set<&Config::web_telemetry_path, parse_telemetry_path>},
    Flag{.name = "web.config.file",
         .group = kWeb,
         .kind = Kind::single,
         .value_name = "FILE",
         .default_text = "none",
         .default_is_said = true,
         .help = "YAML file with TLS, client certificates, users, headers and rate limit; see "
                 "docs/web-config.md. Changes are picked up by themselves.",
         .set = set<&Config::web_config_file, parse_path>},
    Flag{.name = "web.max-requests",
         .group = kWeb,
         .kind = Kind::single,
         .value_name = "N",
         .default_text = "40",
         .help = "How many pages may be made at the same time, from 1 to 10000; more are answered "
                 "with 503.",
         .set = set_number<&Config::web_max_requests, 1, 10'000>},
    Flag{.name = "web.max-streams",
         .group = kWeb,
         .kind = Kind::single,
         .value_name = "N",
         .default_text = "512",
         .help = "How many event streams and long polls may be open at the same time, from 1 to "
                 "10000; more are answered with 503. They never take a scrape's place.",
         .set = set_number<&Config::web_max_streams, 1, 10'000>},
    Flag{.name = "web.probe-address",
         .group = kWeb,
         .kind = Kind::single,
         .value_name = "ADDRESS",
         .default_text = "none",
         .default_is_said = true,
         .help = "One more address that answers the health and readiness probes alone, over plain "
                 "HTTP, for probes that speak no TLS.",
         .set = set<&Config::web_probe_address, parse_listen>},
    Flag{.name = "web.systemd-socket",
         .group = kWeb,
         .kind = Kind::boolean,
         .value_name = "",
         .default_text = "false",
         .help = "Listen on the sockets that systemd hands over, and on those alone.",
         .set = set<&Config::web_systemd_socket, parse_bool>},
    Flag{.name = "web.enable-lifecycle",
         .group = kWeb,
         .kind = Kind::boolean,
         .value_name = "",
         .default_text = "false",
         .help = "Let POST /-/reload read web.config.file again at once.",
         .set = set<&Config::web_enable_lifecycle, parse_bool>},
    Flag{.name = "log.level",
         .group = kLog,
         .kind = Kind::single,
         .value_name = "LEVEL",
         .default_text = "info",
         .help = "What is logged: debug, info, warn or error and all above it.",
         .set = set<&Config::log_level, parse_log_level>},
    Flag{.name = "log.format",
         .group = kLog,
         .kind = Kind::single,
         .value_name = "FORMAT",
         .default_text = "logfmt",
         .help = "How it is written: logfmt or json.",
         .set = set<&Config::log_format, parse_log_format>},
};

}  // namespace

std::span<const Flag> table() { return kTable; }

const Flag* find(std::string_view name) {
  const auto it = std::ranges::find(kTable, name, &Flag::name);
  return it == kTable.end() ? nullptr : &*it;
}

std::string variable_of(std::string_view name) {
  std::string variable = "PGE_";
  for (const char c : name) {
    const bool lower = c >= 'a' && c <= 'z';
    variable += c == '.' || c == '-' ? '_' : lower ? static_cast<char>(c - 'a' + 'A') : c;
  }
  return variable;
}

std::string nearest(std::string_view wrong, std::span<const std::string> names) {
  constexpr std::size_t kLongest = 100;  // longer ones are no slips of the finger
  if (wrong.size() > kLongest) return {};
  std::string_view best;
  std::size_t least = std::max<std::size_t>(2, wrong.size() / 3);
  for (const std::string& name : names) {
    // "listen-address" for "web.listen-address": the last part alone
    const std::string_view last = std::string_view(name).substr(name.rfind('.') + 1);
    const std::size_t distance = wrong == last ? 1 : edit_distance(to_lower(wrong), to_lower(name));
    if (distance < least || (distance == least && best.empty())) {
      least = distance;
      best = name;
    }
  }
  return std::string(best);
}

}  // namespace pge::flags
