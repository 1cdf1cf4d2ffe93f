// SPDX-License-Identifier: Apache-2.0
#include "sources/kubernetes/grants.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "base/strings.h"
#include "schemes/device_ids.h"
#include "schemes/dra_drivers.h"

namespace pge {
namespace {

constexpr std::size_t kLongestName = 1024;
constexpr std::size_t kLongestId = 4096;
constexpr std::size_t kMostSkippedTold = 32;

bool good_name(std::string_view name) { return !name.empty() && name.size() <= kLongestName; }

std::string fault(std::string_view what, std::string_view text) {
  if (text.empty()) return std::string(what) + " is empty";
  if (text.size() <= kLongestName) return std::string(what) + " names nothing: " + printable(text);
  return std::string(what) + " has " + std::to_string(text.size()) + " bytes";
}

bool is_gpu(const std::string& resource, bool listed, const std::string& id, const GpuTest& gpus) {
  const schemes::ParsedId parsed = schemes::parse_device_id(resource, id);
  if (parsed.monitoring) return false;
  if (listed || gpus.patterns.counts(resource, id)) return true;
  return parsed.key.kind == DeviceKey::Kind::pci && gpus.is_gpu_at &&
         gpus.is_gpu_at(parsed.key.text);
}

// Takes the ids that are GPUs; `where` is told only when something is wrong.
template <class Where>
std::vector<std::string> gpu_ids(ResourceDevices& devices, const GpuTest& gpus, Where where,
                                 SkippedItems& skipped) {
  std::vector<std::string> ids;
  if (!good_name(devices.resource)) {
    skipped.add(fault("a resource name", devices.resource), where());
    return ids;
  }
  const bool listed = gpus.patterns.listed(devices.resource);
  for (std::string& id : devices.ids) {
    if (schemes::names_nothing(id) || id.size() > kLongestId) {
      if (listed) skipped.add(fault("an id of " + devices.resource, id), where());
    } else if (is_gpu(devices.resource, listed, id, gpus)) {
      ids.push_back(std::move(id));
    }
  }
  return ids;
}

void sort_unique(std::vector<std::string>& texts) {
  std::ranges::sort(texts);
  const auto rest = std::ranges::unique(texts);
  texts.erase(rest.begin(), rest.end());
}

void append(std::vector<std::string>& to, std::vector<std::string> from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

// All grants of one pod, however many entries they were spread over.
class PodCollector {
 public:
  void add_ids(const std::string& container, const std::string& resource,
               std::vector<std::string> ids) {
    if (!ids.empty()) append(ids_[{container, resource}], std::move(ids));
  }

  void add_dynamic(DynamicGrant grant, const std::string& share_id) {
    auto [it, added] = dynamic_.try_emplace({grant.container, grant.device}, std::move(grant));
    if (!share_id.empty()) it->second.share_ids.push_back(share_id);
  }

  PodGrants take(PodRef pod) {
    PodGrants grants{std::move(pod), {}, {}};
    for (auto& [key, ids] : ids_) {
      sort_unique(ids);
      grants.ids.push_back({key.first, key.second, std::move(ids)});
    }
    for (auto& [key, grant] : dynamic_) {
      sort_unique(grant.share_ids);
      grants.dynamic.push_back(std::move(grant));
    }
    return grants;
  }

 private:
  using Key = std::pair<std::string, std::string>;
  std::map<Key, std::vector<std::string>> ids_;
  std::map<Key, DynamicGrant> dynamic_;
};

// Kubelets 1.27 to 1.30 name the resource class (of a driver's own name, as a rule) and CDI
// devices.
void add_by_cdi_name(const std::string& container, const DynamicDevice& device,
                     PodCollector& collector) {
  if (!is_gpu_driver(device.class_name)) return;
  for (const std::string& name : device.cdi_names) {
    if (name.empty() || name.size() > kLongestId) continue;
    collector.add_dynamic({container, device.class_name, device.class_name, name, true, {}}, {});
  }
}

void add_dynamic(const std::string& container, const DynamicDevice& device, const PodRef& pod,
                 PodCollector& collector, SkippedItems& skipped) {
  if (device.driver.empty() && device.pool.empty() && device.device.empty())
    return add_by_cdi_name(container, device, collector);
  for (const std::string* name : {&device.driver, &device.pool, &device.device}) {
    if (!good_name(*name))
      return skipped.add(fault("a name of a claimed device", *name), pod.ns + "/" + pod.name);
  }
  if (!is_gpu_driver(device.driver)) return;
  const std::string& share = device.share_id.size() > kLongestName ? "?" : device.share_id;
  collector.add_dynamic({container,
                         device.class_name,
                         device.driver,
                         device.driver + "/" + device.pool + "/" + device.device,
                         false,
                         {}},
                        share);
}

void add_container(ContainerGrants& container, const PodRef& pod, const GpuTest& gpus,
                   PodCollector& collector, SkippedItems& skipped) {
  const auto where = [&] { return "pod " + pod.ns + "/" + pod.name; };
  if (!good_name(container.name))
    return skipped.add(fault("a container's name", container.name), where());
  for (ResourceDevices& devices : container.devices)
    collector.add_ids(container.name, devices.resource, gpu_ids(devices, gpus, where, skipped));
  for (const DynamicDevice& device : container.dynamic_devices)
    add_dynamic(container.name, device, pod, collector, skipped);
}

}  // namespace

void SkippedItems::add(std::string what, std::string where) {
  if (++count_ > kMostSkippedTold) return;
  to_.push_back({ErrorKind::malformed, std::move(what), std::move(where), {}});
}

SkippedItems::~SkippedItems() {
  if (count_ <= kMostSkippedTold) return;
  to_.push_back({ErrorKind::malformed,
                 std::to_string(count_ - kMostSkippedTold) + " more items were left out",
                 {},
                 {}});
}

bool is_gpu(const std::string& resource, const std::string& id, const GpuTest& gpus) {
  return is_gpu(resource, gpus.patterns.listed(resource), id, gpus);
}

std::vector<PodGrants> grants_of(std::vector<ListedPod> pods, const GpuTest& gpus,
                                 SkippedItems& skipped) {
  std::map<PodRef, PodCollector> collectors;
  for (ListedPod& listed : pods) {
    if (!good_name(listed.name) || !good_name(listed.ns)) {
      const bool name_is_bad = !good_name(listed.name);
      skipped.add(fault(name_is_bad ? "a pod's name" : "a pod's namespace",
                        name_is_bad ? listed.name : listed.ns),
                  "List");
      continue;
    }
    const PodRef pod{std::move(listed.ns), std::move(listed.name), {}};
    PodCollector& collector = collectors[pod];
    for (ContainerGrants& container : listed.containers)
      add_container(container, pod, gpus, collector, skipped);
  }
  std::vector<PodGrants> grants;
  grants.reserve(collectors.size());
  for (auto& [pod, collector] : collectors) grants.push_back(collector.take(pod));
  return grants;
}

std::vector<AllocatableResource> allocatable_of(std::vector<ResourceDevices> devices,
                                                std::string_view node, const GpuTest& gpus,
                                                SkippedItems& skipped) {
  std::map<std::string, std::vector<std::string>> by_resource;
  for (ResourceDevices& entry : devices) {
    std::vector<std::string> ids =
        gpu_ids(entry, gpus, [] { return std::string("GetAllocatableResources"); }, skipped);
    if (!ids.empty()) append(by_resource[entry.resource], std::move(ids));
  }
  std::vector<AllocatableResource> all;
  for (auto& [resource, ids] : by_resource) {
    sort_unique(ids);
    all.push_back({std::string(node), resource, std::move(ids)});
  }
  return all;
}

}  // namespace pge
