// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/log.h"
#include "net/listen.h"

namespace pge {

// A file or socket of the node: `path` below `root`, to be opened with HostFs(root). A default path
// lies below --host.root; a path given by its own flag is used as given, so its root is "/".
struct NodePath {
  std::filesystem::path root = "/";
  std::filesystem::path path;

  bool operator==(const NodePath&) const = default;
};

// Every setting, with its default. Built once by configure() (app/flags.h) from the command line,
// the environment and --config.file, checked as a whole, and passed on as const. docs/flags.md says
// what each one does.
struct Config {
  std::filesystem::path config_file;  // empty: none

  bool demo = false;
  std::uint32_t demo_nodes = 4;
  std::uint32_t demo_gpus_per_node = 8;
  double demo_churn = 2;  // pods that start or end, per second
  std::uint32_t demo_seed = 1;

  std::string node_name;  // never empty after configure()

  std::filesystem::path host_root = "/";
  NodePath kubelet_root_dir{.path = "/var/lib/kubelet"};
  NodePath kubelet_socket{.path = "/var/lib/kubelet/pod-resources/kubelet.sock"};
  NodePath kubelet_checkpoint{.path =
                                  "/var/lib/kubelet/device-plugins/kubelet_internal_checkpoint"};
  NodePath gpu_manager_checkpoint{.path =
                                      "/etc/gpu-manager/checkpoint/gpumanager_internal_checkpoint"};

  std::vector<std::string> resources;  // patterns; empty: those of schemes::ResourcePatterns
  bool source_podresources = true;
  bool source_checkpoint = true;
  bool source_podnames = true;
  bool source_gpumanager = true;
  bool source_nvidiaproc = true;
  Duration refresh_interval = std::chrono::seconds(5);
  Duration staleness_limit = std::chrono::minutes(2);

  bool metrics_legacy = false;

  std::vector<ListenAddress> web_listen_addresses = {{.host = "", .port = 9401}};
  std::string web_telemetry_path = "/metrics";
  std::filesystem::path web_config_file;  // empty: plain HTTP for everybody
  std::uint32_t web_max_requests = 40;
  std::uint32_t web_max_streams = 512;
  std::optional<ListenAddress> web_probe_address;
  bool web_systemd_socket = false;
  bool web_enable_lifecycle = false;

  LogLevel log_level = LogLevel::info;
  LogFormat log_format = LogFormat::logfmt;

  bool operator==(const Config&) const = default;
};

}  // namespace pge
