// SPDX-License-Identifier: Apache-2.0
#include "sources/node/gpu_manager_source.h"

#include <algorithm>
#include <tuple>

#include "kube/files/gpu_manager_checkpoint.h"
#include "kube/files/limits.h"
#include "schemes/id_forms.h"

namespace pge {
namespace {

constexpr std::string_view kResource = "tencent.com/vcuda-core";
constexpr std::uint64_t kWholeCard = 100;

// Less than a card is a part of one with a part of its memory; from there on cards are whole.
Claim claim_of(const GpuManagerGrant& grant, const GrantRecord& record, int minor) {
  Claim claim;
  claim.node = record.node;
  claim.pod = record.pod;
  claim.container = record.container;
  claim.resource = record.resource;
  claim.scheme = "gpu-manager";
  claim.vendor = "nvidia";
  claim.device = schemes::number_key(DeviceKey::Kind::minor, minor);
  claim.raw_id = "/dev/nvidia" + std::to_string(minor);
  claim.evidence = Evidence::given;
  if (!grant.cores || *grant.cores == 0) return claim;
  const bool part = *grant.cores < kWholeCard;
  claim.compute_ratio = part ? static_cast<double>(*grant.cores) / kWholeCard : 1;
  if (part && grant.memory_bytes.value_or(0) > 0) claim.memory_bytes = grant.memory_bytes;
  return claim;
}

GrantRecord record_of(const GpuManagerGrant& grant, const std::string& node) {
  GrantRecord record;
  record.node = node;
  record.pod.uid = grant.pod_uid;
  record.container = grant.container;
  record.resource = kResource;
  for (const int minor : grant.minors) record.claims.push_back(claim_of(grant, record, minor));
  return record;
}

}  // namespace

Result<Facts> GpuManagerSource::collect(SteadyTime, std::stop_token) {
  const auto text = options_.checkpoint.read(kMostFileBytes);
  if (!text) return std::unexpected(text.error());
  const std::string path = options_.checkpoint.path().string();
  auto checkpoint = parse_gpu_manager_checkpoint(*text);
  if (!checkpoint) return std::unexpected(std::move(checkpoint.error()).in(path));
  Facts facts;
  facts.records.emplace();
  for (const GpuManagerGrant& grant : checkpoint->grants)
    facts.records->push_back(record_of(grant, options_.node));
  std::ranges::sort(*facts.records, [](const GrantRecord& a, const GrantRecord& b) {
    return std::tie(a.pod.uid, a.container) < std::tie(b.pod.uid, b.container);
  });
  for (Error& error : checkpoint->skipped) facts.skipped.push_back(std::move(error).in(path));
  return facts;
}

}  // namespace pge
