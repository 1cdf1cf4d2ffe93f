// SPDX-License-Identifier: Apache-2.0
#include "schemes/kai_reservation.h"

#include <gtest/gtest.h>

namespace pge::schemes {
namespace {

constexpr std::string_view kUuid = "GPU-aaaaaaaa-0000-0000-0000-000000000001";

PodView reservation(std::string group, std::string device = {}, std::string node = "n1") {
  PodView pod;
  pod.pod = {"kai-resource-reservation", "gpu-reservation-n1-abcde", "u1"};
  pod.node_name = std::move(node);
  pod.phase = PodPhase::running;
  pod.labels["runai-gpu-group"] = std::move(group);
  if (!device.empty()) pod.annotations["run.ai/reserve_for_gpu_index"] = std::move(device);
  return pod;
}

Claim member(std::string group, std::string node = "n1") {
  Claim claim;
  claim.node = std::move(node);
  claim.pod = {"team", "worker", ""};
  claim.device = {DeviceKey::Kind::group, std::move(group), -1, -1, -1};
  return claim;
}

TEST(Reservation, NamesItsCardByUuidOrInOldReleasesByIndex) {
  const auto by_uuid = reservation_of(reservation("g", std::string(kUuid)));
  ASSERT_TRUE(by_uuid && by_uuid->device);
  EXPECT_EQ(by_uuid->device->text, kUuid);
  const auto by_index = reservation_of(reservation("g", "3"));
  ASSERT_TRUE(by_index && by_index->device);
  EXPECT_EQ(by_index->device->kind, DeviceKey::Kind::index);
  EXPECT_EQ(by_index->device->number, 3);
}

TEST(Reservation, WithoutAWordItStandsButKnowsNoCard) {
  for (const char* device : {"", "-1", "nonsense", "GPU"}) {
    const auto found = reservation_of(reservation("g", device));
    ASSERT_TRUE(found) << device;
    EXPECT_FALSE(found->device) << device;
  }
}

TEST(Reservation, IsOnlyALivePodOfItsNamespacesWithAGroup) {
  auto elsewhere = reservation("g", std::string(kUuid));
  elsewhere.pod.ns = "default";
  EXPECT_FALSE(reservation_of(elsewhere));
  auto older = reservation("g", std::string(kUuid));
  older.pod.ns = "runai-reservation";
  EXPECT_TRUE(reservation_of(older));
  auto ended = reservation("g", std::string(kUuid));
  ended.phase = PodPhase::failed;
  EXPECT_FALSE(reservation_of(ended));
  EXPECT_FALSE(reservation_of(reservation("g", std::string(kUuid), "")));
  EXPECT_FALSE(reservation_of(reservation("", std::string(kUuid))));
}

TEST(ResolveGroups, GivesEachMemberTheCardOfItsGroupOnItsNode) {
  const std::vector<Reservation> reservations{*reservation_of(reservation("g", std::string(kUuid))),
                                              *reservation_of(reservation("g", "2", "n2"))};
  std::vector<Claim> claims{member("g"), member("g", "n2"), member("other")};
  resolve_groups(claims, reservations, {});
  EXPECT_EQ(claims[0].device.text, kUuid);
  EXPECT_EQ(claims[1].device.number, 2);
  EXPECT_EQ(claims[2].device.kind, DeviceKey::Kind::group) << "a group that nobody reserves";
}

TEST(ResolveGroups, TheKubeletSpeaksForAReservationThatHasNotSpokenYet) {
  const std::vector<Reservation> reservations{*reservation_of(reservation("g"))};
  Claim held;
  held.node = "n1";
  held.pod = {"kai-resource-reservation", "gpu-reservation-n1-abcde", ""};
  held.device = {DeviceKey::Kind::uuid, std::string(kUuid), -1, -1, -1};
  std::vector<Claim> claims{member("g")};
  resolve_groups(claims, reservations, {});
  EXPECT_EQ(claims[0].device.kind, DeviceKey::Kind::group);
  resolve_groups(claims, reservations, std::vector{held});
  EXPECT_EQ(claims[0].device.text, kUuid);
}

TEST(ResolveGroups, LeavesOtherClaimsAlone) {
  const std::vector<Reservation> reservations{
      *reservation_of(reservation("g", std::string(kUuid)))};
  Claim plain = member("g");
  plain.device.kind = DeviceKey::Kind::opaque;
  std::vector<Claim> claims{plain};
  resolve_groups(claims, reservations, {});
  EXPECT_EQ(claims[0], plain);
}

TEST(ResolveGroups, ThePodsOwnVariablesCountWhereNothingElseKnowsTheCard) {
  std::vector<Claim> claims = {member("g"), member("g", "n2"), member("lost")};
  for (Claim& claim : claims) claim.raw_id = "GPU-bbbbbbbb-0000-0000-0000-000000000002";
  const std::vector<Reservation> reservations = {
      *reservation_of(reservation("g", std::string(kUuid))),
      *reservation_of(reservation("g", {}, "n2"))};
  Claim held = member("-", "n2");
  held.pod = reservations[1].pod;
  held.device = {DeviceKey::Kind::uuid, "GPU-kubelet", -1, -1, -1};
  resolve_groups(claims, reservations, {&held, 1});
  EXPECT_EQ(claims[0].device.text, kUuid) << "the reservation speaks first";
  EXPECT_EQ(claims[1].device.text, "GPU-kubelet");
  EXPECT_EQ(claims[2].device.kind, DeviceKey::Kind::uuid);
  EXPECT_EQ(claims[2].device.text, "GPU-bbbbbbbb-0000-0000-0000-000000000002");
}

}  // namespace
}  // namespace pge::schemes
