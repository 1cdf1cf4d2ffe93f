// SPDX-License-Identifier: Apache-2.0
#include "schemes/read.h"

#include <algorithm>
#include <iterator>
#include <ranges>
#include <set>

namespace pge::schemes {
namespace {

template <class T>
void move_into(std::vector<T>& to, std::vector<T>&& from) {
  std::ranges::move(from, std::back_inserter(to));
}

// From here on schemes tell single devices that others may have told as well, instead of speaking
// for a vendor.
constexpr int kFirstCommonRank = 300;

using Held = std::set<std::pair<std::string, DeviceKey>>;  // container, device

Held held_by(const std::vector<Claim>& claims) {
  Held out;
  for (const Claim& claim : claims) out.emplace(claim.container, claim.device);
  return out;
}

// Whether a claim of the pod's status says nothing that counts.
bool is_overruled(const Claim& claim, const Held& held,
                  const std::set<std::string, std::less<>>& unreal) {
  if (claim.evidence != Evidence::status) return false;
  // The kubelet's picks of a DRA device are real, whatever annotations the pod carries.
  if (claim.scheme != "dra" && unreal.contains(claim.vendor)) return true;
  return held.contains({claim.container, claim.device});
}

}  // namespace

PodReading read_pod(const PodContext& context) {
  PodReading out;
  std::set<std::string, std::less<>> placed;
  std::set<std::string, std::less<>> unreal;
  for (const Scheme& scheme : all_schemes()) {
    if (scheme.unreal_vendors != nullptr) {
      for (std::string& vendor : scheme.unreal_vendors(context.pod)) unreal.insert(vendor);
    }
    if (scheme.claims_of_pod == nullptr) continue;
    Reading<Claim> reading = scheme.claims_of_pod(context);
    move_into(out.skipped, std::move(reading.skipped));
    std::set<std::string, std::less<>> placing;
    const bool common = scheme.rank >= kFirstCommonRank;
    const Held held = common && !reading.items.empty() ? held_by(out.claims) : Held{};
    for (Claim& claim : reading.items) {
      if (placed.contains(claim.vendor) || is_overruled(claim, held, unreal)) {
        out.overruled.push_back(std::move(claim));
        continue;
      }
      const bool plan = claim.evidence == Evidence::planned_annotation;
      if (!plan && !common) placing.insert(claim.vendor);
      out.claims.push_back(std::move(claim));
    }
    placed.merge(placing);
  }
  out.unreal_vendors.assign(unreal.begin(), unreal.end());
  return out;
}

Reading<Device> read_node(const NodeView& node) {
  Reading<Device> out;
  std::set<std::string, std::less<>> known;
  for (const Scheme& scheme : all_schemes()) {
    if (scheme.devices_of_node == nullptr) continue;
    Reading<Device> reading = scheme.devices_of_node(node);
    move_into(out.skipped, std::move(reading.skipped));
    for (Device& device : reading.items) {
      device.trust = DeviceTrust::registered;
      if (known.insert(device.id).second) out.items.push_back(std::move(device));
    }
  }
  return out;
}

Reading<NodeModel> read_node_models(const NodeView& node) {
  Reading<NodeModel> out;
  std::set<std::pair<std::string, std::string>> known;
  for (const Scheme& scheme : all_schemes() | std::views::reverse) {
    if (scheme.models_of_node == nullptr) continue;
    Reading<NodeModel> reading = scheme.models_of_node(node);
    move_into(out.skipped, std::move(reading.skipped));
    for (NodeModel& model : reading.items) {
      model.node = node.name;
      if (known.emplace(model.vendor, model.mig_profile).second)
        out.items.push_back(std::move(model));
    }
  }
  return out;
}

}  // namespace pge::schemes
