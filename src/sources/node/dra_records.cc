// SPDX-License-Identifier: Apache-2.0
#include "sources/node/dra_records.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "schemes/dra_drivers.h"
#include "schemes/id_forms.h"

namespace pge {
namespace {

constexpr std::string_view kNvidia = "gpu.nvidia.com";

// The uuid in "nvidia.com/gpu=GPU-…", if there is one.
std::optional<DeviceKey> cdi_key(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    const std::size_t equals = name.rfind('=');
    if (equals == std::string::npos) continue;
    if (auto key = schemes::nvidia_uuid_key(std::string_view(name).substr(equals + 1))) return key;
  }
  return std::nullopt;
}

class Builder {
 public:
  Builder(const std::vector<PreparedClaim>& prepared, std::string_view node) : node_(node) {
    for (const PreparedClaim& claim : prepared) {
      for (const PreparedDevice& device : claim.devices) {
        of_claim_.emplace(std::tuple(claim.uid, device.device), &device);
        // The same device under another claim is the same device.
        anywhere_.emplace(device.device, &device);
      }
      for (const PodRef& pod : claim.pods) names_.emplace(pod.uid, pod.name);
    }
  }

  void add(const DraClaim& claim) {
    for (const DraDevice& device : claim.devices) {
      if (!is_gpu_driver(device.driver)) continue;
      for (const std::string& pod : claim.pod_uids) add_device(claim, device, pod);
    }
  }

  std::vector<GrantRecord> take() {
    std::vector<GrantRecord> records;
    records.reserve(records_.size());
    for (auto& [key, record] : records_) records.push_back(std::move(record));
    return records;
  }

 private:
  const PreparedDevice* prepared(const DraClaim& claim, const DraDevice& device) const {
    if (device.driver != kNvidia) return nullptr;
    const auto own = of_claim_.find(std::tuple(claim.uid, device.device));
    return own == of_claim_.end() ? nullptr : own->second;
  }

  const std::string* uuid_of(const DraDevice& device, const PreparedDevice* prepared) const {
    if (prepared != nullptr) return &prepared->uuid;
    const auto any = device.driver == kNvidia ? anywhere_.find(device.device) : anywhere_.end();
    return any == anywhere_.end() ? nullptr : &any->second->uuid;
  }

  void add_device(const DraClaim& claim, const DraDevice& device, const std::string& pod) {
    const bool by_cdi = device.device.empty();
    const std::string id = by_cdi ? (device.cdi_names.empty() ? "" : device.cdi_names.front())
                                  : device.driver + "/" + device.pool + "/" + device.device;
    if (id.empty()) return;
    const PreparedDevice* known = prepared(claim, device);
    const bool monitoring = known != nullptr && known->monitoring;
    GrantRecord& record = records_[{pod, id, monitoring}];
    if (record.ids.empty()) {
      record.node = node_;
      record.pod = {claim.ns, {}, pod};
      if (const auto name = names_.find(pod); name != names_.end()) record.pod.name = name->second;
      record.ids = {id};
      record.monitoring = monitoring;
    }
    if (monitoring) return;
    if (record.claims.empty()) record.claims.push_back(new_claim(record, device, known));
    if (!device.share_id.empty()) ++record.claims.front().replicas;
  }

  Claim new_claim(const GrantRecord& record, const DraDevice& device,
                  const PreparedDevice* known) const {
    Claim claim;
    claim.node = node_;
    claim.pod = record.pod;
    claim.scheme = "dra";
    claim.vendor = vendor_of_driver(device.driver);
    claim.raw_id = record.ids.front();
    claim.evidence = Evidence::dra_status;
    const std::string* uuid = uuid_of(device, known);
    auto key = uuid == nullptr ? cdi_key(device.cdi_names) : schemes::nvidia_uuid_key(*uuid);
    if (key) {
      claim.device = std::move(*key);
      claim.evidence = Evidence::given;
    } else {
      const bool by_cdi = device.device.empty();
      claim.device.kind = by_cdi ? DeviceKey::Kind::opaque : DeviceKey::Kind::dra;
      claim.device.text = record.ids.front();
    }
    return claim;
  }

  std::string node_;
  std::map<std::tuple<std::string, std::string>, const PreparedDevice*> of_claim_;
  std::map<std::string, const PreparedDevice*> anywhere_;
  std::map<std::string, std::string> names_;  // pod uid → name
  std::map<std::tuple<std::string, std::string, bool>, GrantRecord> records_;
};

// A claim that only the driver knows, in the kubelet's terms.
DraClaim as_claim(const PreparedClaim& prepared) {
  DraClaim claim{prepared.uid, prepared.ns, prepared.name, {}, {}};
  for (const PodRef& pod : prepared.pods) claim.pod_uids.push_back(pod.uid);
  for (const PreparedDevice& device : prepared.devices) {
    if (!device.pool.empty())
      claim.devices.push_back({std::string(kNvidia), device.pool, device.device, {}, {}, {}});
  }
  return claim;
}

}  // namespace

std::vector<GrantRecord> dra_records(const std::vector<DraClaim>& claims,
                                     const std::vector<PreparedClaim>& prepared,
                                     std::string_view node) {
  Builder builder(prepared, node);
  std::map<std::string_view, bool> known;
  for (const DraClaim& claim : claims) {
    known[claim.uid] = true;
    builder.add(claim);
  }
  for (const PreparedClaim& claim : prepared) {
    if (!known.contains(claim.uid)) builder.add(as_claim(claim));
  }
  return builder.take();
}

}  // namespace pge
