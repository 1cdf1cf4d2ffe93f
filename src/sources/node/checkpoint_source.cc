// SPDX-License-Identifier: Apache-2.0
#include "sources/node/checkpoint_source.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

#include "kube/files/device_checkpoint.h"
#include "kube/files/limits.h"
#include "sources/node/dra_records.h"
#include "sources/node/kubelet_records.h"

namespace pge {
namespace {

bool in_order(const GrantRecord& a, const GrantRecord& b) {
  return std::tie(a.pod.uid, a.container, a.resource, a.ids) <
         std::tie(b.pod.uid, b.container, b.resource, b.ids);
}

Result<DeviceCheckpoint> read_checkpoint(NodeFile& file) {
  const auto text = file.read(kMostFileBytes);
  if (!text) return std::unexpected(text.error());
  auto parsed = parse_device_checkpoint(*text);
  if (!parsed) return std::unexpected(std::move(parsed.error()).in(file.path().string()));
  for (Error& error : parsed->skipped) error = std::move(error).in(file.path().string());
  return parsed;
}

}  // namespace

CheckpointSource::CheckpointSource(Options options, const Clock& clock)
    : node_(std::move(options.node)),
      checkpoint_(std::move(options.checkpoint)),
      dra_(std::move(options.dra)),
      gpus_(std::move(options.gpus)),
      clock_(clock) {}

Result<Facts> CheckpointSource::collect(SteadyTime, std::stop_token) {
  auto checkpoint = read_checkpoint(checkpoint_);
  if (!checkpoint && checkpoint.error().kind != ErrorKind::absent)
    return std::unexpected(std::move(checkpoint.error()));
  DraFiles::Answer dra = dra_.read(clock_.steady());
  if (!checkpoint && dra.state == nullptr && dra.nvidia == nullptr)
    return std::unexpected(dra.errors.empty() ? checkpoint.error() : dra.errors.front());

  Facts facts;
  facts.records.emplace();
  if (checkpoint) {
    *facts.records = kubelet_records(checkpoint->entries, node_, gpus_);
    facts.skipped = std::move(checkpoint->skipped);
  }
  auto by_dra =
      dra_records(dra.state == nullptr ? std::vector<DraClaim>{} : dra.state->claims,
                  dra.nvidia == nullptr ? std::vector<PreparedClaim>{} : dra.nvidia->claims, node_);
  std::ranges::move(by_dra, std::back_inserter(*facts.records));
  std::ranges::sort(*facts.records, in_order);
  std::ranges::move(dra.errors, std::back_inserter(facts.skipped));
  return facts;
}

}  // namespace pge
