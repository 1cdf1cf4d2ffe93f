// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "model/facts.h"
#include "sources/kubernetes/grants.h"

namespace pge {

// Grants as claims: one for each container, resource and device, replicas of a shared device
// counted in it. Where the kubelet's pick says nothing about the card used (HAMi, gpu-manager and
// their like), the claim names no device: it says that the container holds one, not which. Sorted
// by pod, container, resource, device.
Facts facts_of(const KubeletAnswer& answer, std::string_view node);

}  // namespace pge
