// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "kube/files/device_checkpoint.h"
#include "model/grant_record.h"
#include "sources/kubernetes/grants.h"

namespace pge {

// The GPU entries of the kubelet's device checkpoint, in the order of Facts::records. Each has the
// claims that its ids make, as PodResources would report them, unless the plugin's answer tells
// better:
//  - it names devices by uuid: these count, whatever the ids say;
//  - by index: these count, and the ids, where they mean something, are kept for want of an
//    inventory;
//  - by device node: these count where the ids mean nothing, or are of the same kind and differ
//    (for a MIG slice the node is that of its card, so nodes never overrule a uuid).
// An entry without a device in it makes no claim where another of the same container and scheme
// has one (gpu-manager's vcuda-memory beside vcuda-core).
std::vector<GrantRecord> kubelet_records(const std::vector<CheckpointEntry>& entries,
                                         std::string_view node, const GpuTest& gpus);

}  // namespace pge
