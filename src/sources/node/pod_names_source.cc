// SPDX-License-Identifier: Apache-2.0
#include "sources/node/pod_names_source.h"

#include <algorithm>
#include <set>
#include <utility>

#include "sources/node/pod_names.h"

namespace pge {
namespace {

constexpr std::size_t kMostPods = 10'000;         // a node has some hundreds
constexpr std::size_t kMostContainers = 100'000;  // links of dead containers stay for a while

void add_container(const std::string& name, const std::string& id, PodInfo& pod) {
  auto at = std::ranges::lower_bound(pod.containers, name, {}, &PodInfo::Container::name);
  if (at == pod.containers.end() || at->name != name) at = pod.containers.insert(at, {name, {}});
  if (std::ranges::find(at->ids, id) == at->ids.end()) at->ids.push_back(id);
}

bool missing(const Result<void>& result) {
  return !result && result.error().kind == ErrorKind::not_found;
}

}  // namespace

Result<void> PodNamesSource::read_logs(Pods& pods) {
  auto names = options_.fs.list(options_.log_pods);
  if (!names) return std::unexpected(std::move(names.error()));
  for (const std::string& name : *names) {
    auto pod = pod_of_log_directory(name);
    if (!pod) continue;  // other programs may keep things there
    if (pods.size() == kMostPods)
      return fail(ErrorKind::too_large, "more pods than a node can have",
                  options_.log_pods.string());
    PodInfo& info = pods[pod->uid];
    info.node = options_.node;
    if (!pod->uid.contains('-')) info.config_hash = pod->uid;
    info.pod = std::move(*pod);
  }
  return {};
}

Result<void> PodNamesSource::read_kubelet(Pods& pods) {
  auto names = options_.kubelet_fs.list(options_.kubelet_pods);
  if (!names) return std::unexpected(std::move(names.error()));
  std::map<std::string, double> births;
  for (const std::string& uid : *names) {
    if (!is_pod_uid(uid)) continue;
    if (births.size() == kMostPods) break;
    auto born = births_.extract(uid);
    if (born.empty()) {
      const auto birth = options_.kubelet_fs.birth_time(options_.kubelet_pods / uid);
      if (!birth) continue;  // gone since we listed it
      births.emplace(uid, unix_seconds(*birth));
    } else {
      births.insert(std::move(born));
    }
    PodInfo& info = pods[uid];
    info.node = options_.node;
    info.pod.uid = uid;
    if (!uid.contains('-')) info.config_hash = uid;
    info.present = true;
    info.start_seconds = births.at(uid);
  }
  births_ = std::move(births);
  return {};
}

void PodNamesSource::read_containers(Pods& pods, const std::stop_token& stop,
                                     std::vector<Error>& skipped) {
  auto names = options_.fs.list(options_.log_containers);
  if (!names) {
    if (names.error().kind != ErrorKind::not_found) skipped.push_back(std::move(names.error()));
    return;
  }
  // A link has to be read only where several pods had one name.
  std::map<std::pair<std::string_view, std::string_view>, std::vector<PodInfo*>> by_name;
  for (auto& [uid, pod] : pods) {
    if (!pod.pod.name.empty()) by_name[{pod.pod.ns, pod.pod.name}].push_back(&pod);
  }
  std::size_t count = 0;
  for (const std::string& name : *names) {
    const auto log = container_of_log(name);
    if (!log || ++count > kMostContainers || stop.stop_requested()) continue;
    const auto at = by_name.find({log->ns, log->pod});
    if (at == by_name.end()) continue;
    PodInfo* pod = at->second.front();
    if (at->second.size() > 1) {
      const auto target = options_.fs.read_link(options_.log_containers / name);
      const auto ref = target ? pod_of_log_link(*target) : std::nullopt;
      const auto owner = ref ? pods.find(ref->uid) : pods.end();
      if (owner == pods.end()) continue;
      pod = &owner->second;
    }
    add_container(log->container, log->id, *pod);
  }
}

Result<Facts> PodNamesSource::collect(SteadyTime, std::stop_token stop) {
  Pods pods;
  const Result<void> logs = read_logs(pods);
  const Result<void> kubelet = read_kubelet(pods);
  if (!logs && !kubelet) {
    Error error = missing(logs) ? kubelet.error() : logs.error();
    if (missing(logs) && missing(kubelet) && !existed_) error.kind = ErrorKind::absent;
    error.remedy = "mount /var/log/pods, /var/log/containers and the kubelet's pods directory";
    return std::unexpected(std::move(error));
  }
  existed_ = true;
  Facts facts;
  for (const Result<void>* part : {&logs, &kubelet}) {
    if (!*part && !missing(*part)) facts.skipped.push_back(part->error());
  }
  read_containers(pods, stop, facts.skipped);
  facts.pods.emplace();
  facts.pods->reserve(pods.size());
  for (auto& [uid, pod] : pods) facts.pods->push_back(std::move(pod));
  return facts;
}

}  // namespace pge
