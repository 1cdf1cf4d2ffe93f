// SPDX-License-Identifier: Apache-2.0
#include "sources/node/kubelet_records.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <tuple>
#include <utility>

#include "sources/kubernetes/pod_resources_facts.h"
#include "sources/node/given_devices.h"

namespace pge {
namespace {

using By = GivenDevices::By;
using Kind = DeviceKey::Kind;

GrantRecord plain_record(const CheckpointEntry& entry, std::string_view node, const GpuTest& gpus) {
  GrantRecord record;
  record.node = node;
  record.pod.uid = entry.pod_uid;
  record.container = entry.container;
  record.resource = entry.resource;
  std::ranges::copy_if(entry.ids, std::back_inserter(record.ids),
                       [&](const std::string& id) { return is_gpu(entry.resource, id, gpus); });
  KubeletAnswer answer;
  answer.pods.push_back({record.pod, {{entry.container, entry.resource, record.ids}}, {}});
  record.claims = facts_of(answer, node).claims;
  return record;
}

bool ids_mean_something(const std::vector<Claim>& claims) {
  return std::ranges::all_of(claims,
                             [](const Claim& claim) { return claim.device.kind != Kind::none; });
}

// A key without the name that GKE gives to a number.
DeviceKey bare(DeviceKey key) {
  if (key.kind == Kind::minor) key.text.clear();
  return key;
}

// A key for comparing what ids say with what device nodes say: the card of a slice.
DeviceKey card_of(DeviceKey key) {
  key = bare(std::move(key));
  key.gpu_instance = -1;
  key.compute_instance = -1;
  return key;
}

template <class Devices, class Key>
std::set<DeviceKey> keys(const Devices& devices, Key key) {
  std::set<DeviceKey> set;
  for (const auto& device : devices) set.insert(key(device));
  return set;
}

// Claims for what was given; `claims` are those of the ids.
std::vector<Claim> given_claims(const std::vector<Claim>& claims, const GivenDevices& given,
                                std::size_t ids) {
  std::vector<Claim> out;
  const bool shared = claims.front().replicas > 0;
  for (const GivenDevice& device : given.devices) {
    Claim claim = claims.front();
    claim.device = device.key;
    claim.raw_id = device.raw;
    claim.compute_ratio = device.compute_ratio;
    claim.memory_bytes = device.memory_bytes;
    claim.evidence = Evidence::given;
    claim.replicas = 0;
    // Which replica lies on which device is known only where there is no choice.
    if (shared && given.devices.size() == 1) claim.replicas = static_cast<std::uint32_t>(ids);
    if (shared && given.devices.size() == ids) claim.replicas = 1;
    out.push_back(std::move(claim));
  }
  return out;
}

// The ids and the response name the same devices: the ids' claims, confirmed.
void confirm(const GivenDevices& given, std::vector<Claim>& claims) {
  for (Claim& claim : claims) {
    claim.evidence = Evidence::given;
    const auto same = [&](const GivenDevice& device) {
      return device.key == bare(claim.device) || device.key == card_of(claim.device);
    };
    const auto device = std::ranges::find_if(given.devices, same);
    if (device == given.devices.end()) continue;
    claim.compute_ratio = device->compute_ratio;
    claim.memory_bytes = device->memory_bytes;
  }
}

// HAMi behind ids in the form that NVIDIA's plugin uses for time-slicing.
void unmask_hami(std::vector<Claim>& claims) {
  for (Claim& claim : claims) {
    if (claim.scheme != "device-plugin" && claim.scheme != "time-slicing") continue;
    claim.scheme = "hami";
    claim.device = {};
  }
}

void apply(const GivenDevices& given, GrantRecord& record) {
  std::vector<Claim>& claims = record.claims;
  if (given.hami) unmask_hami(claims);
  if (given.devices.empty()) return;
  const bool real = ids_mean_something(claims);
  if (!real) {
    claims = given_claims(claims, given, record.ids.size());
    return;
  }
  const auto of_ids = keys(claims, [](const Claim& claim) { return bare(claim.device); });
  const auto of_given = keys(given.devices, [](const GivenDevice& device) { return device.key; });
  if (of_ids == of_given) return confirm(given, claims);
  if (given.by == By::node) {
    const Kind kind = given.devices.front().key.kind;
    const auto same_kind = [&](const Claim& claim) { return claim.device.kind == kind; };
    if (!std::ranges::all_of(claims, same_kind)) return;
    const auto cards = keys(claims, [](const Claim& claim) { return card_of(claim.device); });
    if (cards == of_given) return confirm(given, claims);
  }
  std::vector<Claim> better = given_claims(claims, given, record.ids.size());
  if (given.by == By::index) std::ranges::move(claims, std::back_inserter(better));
  claims = std::move(better);
}

void drop_empty_claims(std::vector<GrantRecord>& records) {
  using Holder = std::tuple<std::string, std::string, std::string>;
  std::set<Holder> placed;
  const auto holder = [](const Claim& claim) {
    return Holder{claim.pod.uid, claim.container, claim.scheme};
  };
  for (const GrantRecord& record : records) {
    for (const Claim& claim : record.claims) {
      if (claim.device.kind != Kind::none) placed.insert(holder(claim));
    }
  }
  for (GrantRecord& record : records) {
    std::erase_if(record.claims, [&](const Claim& claim) {
      return claim.device.kind == Kind::none && placed.contains(holder(claim));
    });
  }
}

}  // namespace

std::vector<GrantRecord> kubelet_records(const std::vector<CheckpointEntry>& entries,
                                         std::string_view node, const GpuTest& gpus) {
  std::vector<GrantRecord> records;
  for (const CheckpointEntry& entry : entries) {
    GrantRecord record = plain_record(entry, node, gpus);
    if (record.ids.empty()) continue;
    if (entry.response) apply(given_devices(*entry.response), record);
    records.push_back(std::move(record));
  }
  drop_empty_claims(records);
  std::ranges::sort(records, [](const GrantRecord& a, const GrantRecord& b) {
    return std::tie(a.pod, a.container, a.resource, a.ids) <
           std::tie(b.pod, b.container, b.resource, b.ids);
  });
  return records;
}

}  // namespace pge
