// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "kube/files/dra_state.h"
#include "kube/files/nvidia_dra_checkpoint.h"
#include "model/grant_record.h"

namespace pge {

// What the kubelet's DRA manager and NVIDIA's driver together say about GPUs, in the order of
// Facts::records: one record for each pod and device, without a container, because neither file
// knows it. `ids` holds "<driver>/<pool>/<device>" (a CDI name where the kubelet is too old to know
// them), as PodResources spells it.
//
// The device is a uuid (Evidence::given) where the driver's file or a CDI name has it, else the
// triplet (Evidence::dra_status). Devices that a claim has for watching only make records with
// `monitoring` set. Claims that only the driver knows are taken from there.
std::vector<GrantRecord> dra_records(const std::vector<DraClaim>& claims,
                                     const std::vector<PreparedClaim>& prepared,
                                     std::string_view node);

}  // namespace pge
