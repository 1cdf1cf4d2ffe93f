// SPDX-License-Identifier: Apache-2.0
#include "schemes/kai_reservation.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

#include "base/strings.h"
#include "schemes/id_forms.h"
#include "schemes/lifecycle.h"

namespace pge::schemes {

namespace {

constexpr std::array<std::string_view, 2> kNamespaces = {"kai-resource-reservation",
                                                         "runai-reservation"};
constexpr std::string_view kGroup = "runai-gpu-group";
constexpr std::string_view kDevice = "run.ai/reserve_for_gpu_index";

std::optional<DeviceKey> device_of(std::string_view text) {
  if (auto key = nvidia_uuid_key(text)) return key;
  if (const auto index = small_number(text)) return number_key(DeviceKey::Kind::index, *index);
  return std::nullopt;
}

const Claim* kubelet_claim(const Reservation& reservation, std::span<const Claim> kubelet) {
  const auto found = std::ranges::find_if(kubelet, [&](const Claim& claim) {
    return claim.node == reservation.node && claim.pod.same_name(reservation.pod);
  });
  return found == kubelet.end() ? nullptr : &*found;
}

std::optional<DeviceKey> device_of_group(const Claim& claim, const Reservation* reservation,
                                         std::span<const Claim> kubelet) {
  if (reservation != nullptr && reservation->device) return reservation->device;
  if (reservation != nullptr) {
    if (const Claim* held = kubelet_claim(*reservation, kubelet)) return held->device;
  }
  return nvidia_uuid_key(claim.raw_id);
}

}  // namespace

bool is_reservation(const PodRef& pod) {
  return std::ranges::find(kNamespaces, pod.ns) != kNamespaces.end();
}

std::optional<Reservation> reservation_of(const PodView& pod) {
  if (!is_reservation(pod.pod) || !bound(pod)) return std::nullopt;
  const auto group = find_text(pod.labels, kGroup);
  if (!group || group->empty()) return std::nullopt;
  Reservation reservation{pod.node_name, std::string(*group), pod.pod, std::nullopt};
  if (const auto text = find_text(pod.annotations, kDevice)) {
    reservation.device = device_of(trim(*text));
  }
  return reservation;
}

void resolve_groups(std::vector<Claim>& claims, std::span<const Reservation> reservations,
                    std::span<const Claim> kubelet) {
  std::map<std::pair<std::string_view, std::string_view>, const Reservation*> by_group;
  for (const Reservation& reservation : reservations) {
    by_group[{reservation.node, reservation.group}] = &reservation;
  }
  for (Claim& claim : claims) {
    if (claim.device.kind != DeviceKey::Kind::group) continue;
    const auto found = by_group.find({claim.node, claim.device.text});
    const Reservation* reservation = found == by_group.end() ? nullptr : found->second;
    if (auto device = device_of_group(claim, reservation, kubelet)) {
      claim.device = *std::move(device);
    }
  }
}

}  // namespace pge::schemes
