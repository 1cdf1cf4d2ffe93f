// SPDX-License-Identifier: Apache-2.0
#include "app/sources.h"

#include <algorithm>
#include <utility>

#include "base/host_fs.h"
#include "schemes/resources.h"
#include "sources/kubernetes/pod_resources_source.h"
#include "sources/node/checkpoint_source.h"
#include "sources/node/gpu_manager_source.h"
#include "sources/node/pod_names_source.h"
#include "sources/nvidia/proc_source.h"

namespace pge {

using namespace std::chrono_literals;

std::filesystem::path real_path(const NodePath& file) {
  return file.root / file.path.relative_path();
}

namespace {

NodeFile node_file(const NodePath& file) { return {HostFs(file.root), file.path}; }

CheckpointSource::Options checkpoint_options(const Config& config,
                                             const schemes::ResourcePatterns& patterns) {
  const NodePath& kubelet = config.kubelet_root_dir;
  CheckpointSource::Options options{
      .node = config.node_name,
      .checkpoint = node_file(config.kubelet_checkpoint),
      .dra = {.state = node_file({kubelet.root, kubelet.path / "dra_manager_state"}),
              .nvidia = node_file(
                  {kubelet.root, kubelet.path / "plugins/gpu.nvidia.com/checkpoint.json"}),
              .boot_id = node_file({config.host_root, "/proc/sys/kernel/random/boot_id"}),
              .keep = config.staleness_limit}};
  options.gpus.patterns = patterns;
  return options;
}

}  // namespace

std::vector<ConfiguredSource> make_sources(const Config& config, const Clock& clock) {
  std::vector<ConfiguredSource> sources;
  const auto patterns = config.resources.empty() ? schemes::ResourcePatterns::defaults()
                                                 : schemes::ResourcePatterns(config.resources);
  if (config.source_podresources) {
    PodResourcesSource::Options options;
    options.node = config.node_name;
    options.socket_path = real_path(config.kubelet_socket).string();
    options.gpus.patterns = patterns;
    options.longest_kept = std::min<Duration>(options.longest_kept, config.staleness_limit);
    sources.push_back({std::make_unique<PodResourcesSource>(std::move(options), clock), 10s});
  }
  if (config.source_checkpoint) {
    sources.push_back(
        {std::make_unique<CheckpointSource>(checkpoint_options(config, patterns), clock), 10s});
  }
  if (config.source_podnames) {
    PodNamesSource::Options options;
    options.node = config.node_name;
    options.fs = HostFs(config.host_root);
    options.kubelet_fs = HostFs(config.kubelet_root_dir.root);
    options.kubelet_pods = config.kubelet_root_dir.path / "pods";
    sources.push_back({std::make_unique<PodNamesSource>(std::move(options)), 10s});
  }
  if (config.source_gpumanager) {
    GpuManagerSource::Options options{.node = config.node_name,
                                      .checkpoint = node_file(config.gpu_manager_checkpoint)};
    sources.push_back({std::make_unique<GpuManagerSource>(std::move(options)), 10s});
  }
  if (config.source_nvidiaproc) {
    sources.push_back(
        {std::make_unique<NvidiaProcSource>(config.node_name, HostFs(config.host_root)), 10s});
  }
  return sources;
}

Worker::Options worker_options(const Config& config, std::chrono::milliseconds deadline,
                               std::uint64_t seed) {
  using std::chrono::duration_cast;
  using std::chrono::milliseconds;
  Worker::Options options;
  // Half the limit: an answer that comes a little late must not make the page empty for a moment.
  options.tracker.interval =
      duration_cast<milliseconds>(std::min(config.refresh_interval, config.staleness_limit / 2));
  options.tracker.staleness_limit = duration_cast<milliseconds>(config.staleness_limit);
  options.call_deadline = deadline;
  options.seed = seed;
  return options;
}

}  // namespace pge
