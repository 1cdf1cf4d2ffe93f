// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "kube/podresources.h"
#include "model/facts.h"
#include "model/ids.h"
#include "schemes/resources.h"

namespace pge {

// Device-plugin ids of one resource that one container holds. Sorted, each once.
struct IdGrant {
  std::string container;
  std::string resource;
  std::vector<std::string> ids;

  bool operator==(const IdGrant&) const = default;
};

// A device that one container holds through DRA. `device` is "<driver>/<pool>/<device>", or a CDI
// name where the kubelet is too old to name them.
struct DynamicGrant {
  std::string container;
  std::string device_class;
  std::string driver;
  std::string device;
  bool by_cdi_name = false;
  std::vector<std::string> share_ids;  // shares of a device with consumable capacity, each once

  bool operator==(const DynamicGrant&) const = default;
};

// A pod that the kubelet lists and the GPUs that it holds, often none.
struct PodGrants {
  PodRef pod;
  std::vector<IdGrant> ids;           // by container, resource
  std::vector<DynamicGrant> dynamic;  // by container, device

  bool empty() const { return ids.empty() && dynamic.empty(); }
  bool operator==(const PodGrants&) const = default;
};

// What the kubelet says about GPUs, in a fixed order and without its repetitions: pods by namespace
// and name, each once.
struct KubeletAnswer {
  std::vector<PodGrants> pods;
  std::optional<std::vector<AllocatableResource>> allocatable;  // none: the kubelet cannot say

  bool operator==(const KubeletAnswer&) const = default;
};

// What counts as a GPU.
struct GpuTest {
  schemes::ResourcePatterns patterns = schemes::ResourcePatterns::defaults();
  // Whether a display or accelerator stands at this PCI address; null where nobody can tell.
  std::function<bool(const std::string& pci_address)> is_gpu_at{};
};

// Whether this id of this resource is a GPU that is given for use, not for watching.
bool is_gpu(const std::string& resource, const std::string& id, const GpuTest& gpus);

// The items that were left out because no real kubelet says such things, the first few one by one.
class SkippedItems {
 public:
  explicit SkippedItems(std::vector<Error>& to) : to_(to) {}
  ~SkippedItems();
  SkippedItems(const SkippedItems&) = delete;
  SkippedItems& operator=(const SkippedItems&) = delete;

  void add(std::string what, std::string where);

 private:
  std::vector<Error>& to_;
  std::size_t count_ = 0;
};

// Replies turned into grants: only GPUs, no grants that merely watch, nothing empty, nothing absurd
// (names above 1024 and ids above 4096 bytes), sorted.
std::vector<PodGrants> grants_of(std::vector<ListedPod> pods, const GpuTest& gpus,
                                 SkippedItems& skipped);
std::vector<AllocatableResource> allocatable_of(std::vector<ResourceDevices> devices,
                                                std::string_view node, const GpuTest& gpus,
                                                SkippedItems& skipped);

}  // namespace pge
