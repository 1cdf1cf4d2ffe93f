// SPDX-License-Identifier: Apache-2.0
//
// KAI-Scheduler and run:ai share a card through a reservation pod: it holds the card at the
// kubelet, and workload pods name its group in a label. The two meet on one node only.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/claim.h"
#include "model/pod_view.h"

namespace pge::schemes {

// Whether a pod stands in a namespace for reservation pods. Such a pod is never a holder itself.
bool is_reservation(const PodRef& pod);

struct Reservation {
  std::string node;
  std::string group;
  PodRef pod;
  std::optional<DeviceKey> device;  // not there until the pod has written its annotation

  bool operator==(const Reservation&) const = default;
};

// What a reservation pod reserves; nothing for other pods, for ended ones and for those that are on
// no node. The annotation holds a UUID; in old releases an NVML index; "-1" says "not known".
std::optional<Reservation> reservation_of(const PodView& pod);

// Ties claims on groups to the devices of their reservations. `kubelet` are the claims that the
// kubelet reports: where a reservation has not said its device yet, the kubelet's device for the
// reservation pod stands for it. A group without either becomes the card that the pod's own
// variables name (the claim's raw_id), or stays a group.
void resolve_groups(std::vector<Claim>& claims, std::span<const Reservation> reservations,
                    std::span<const Claim> kubelet);

}  // namespace pge::schemes
