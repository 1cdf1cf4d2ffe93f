// SPDX-License-Identifier: Apache-2.0
#include "schemes/dra_objects.h"

#include <algorithm>
#include <utility>

#include "schemes/claims.h"
#include "schemes/dra_devices.h"
#include "schemes/dra_drivers.h"

namespace pge::schemes {

DraObjects::DraObjects(std::vector<ResourceClaimView> claims, std::vector<ResourceSliceView> slices)
    : claims_(std::move(claims)), slices_(std::move(slices)) {
  for (const ResourceClaimView& claim : claims_) claims_by_name_[{claim.ns, claim.name}] = &claim;
  std::map<Pool, std::uint64_t> newest;
  for (const ResourceSliceView& slice : slices_) {
    std::uint64_t& generation = newest[{slice.driver, slice.pool}];
    generation = std::max(generation, slice.generation);
  }
  for (const ResourceSliceView& slice : slices_) {
    if (slice.generation != newest[{slice.driver, slice.pool}]) continue;
    for (const ResourceSliceView::Device& device : slice.devices)
      devices_.try_emplace({slice.driver, slice.pool, device.name}, Place{&slice, &device});
  }
}

const ResourceClaimView* DraObjects::claim(std::string_view ns, std::string_view name) const {
  const auto at = claims_by_name_.find({ns, name});
  return at == claims_by_name_.end() ? nullptr : at->second;
}

std::optional<DraObjects::Place> DraObjects::find(std::string_view driver, std::string_view pool,
                                                  std::string_view device) const {
  const auto at = devices_.find({driver, pool, device});
  if (at == devices_.end()) return std::nullopt;
  return at->second;
}

Reading<Device> DraObjects::devices() const {
  Reading<Device> out;
  for (const auto& [name, place] : devices_) {
    if (!is_gpu_driver(place.slice->driver)) continue;
    if (place.device->name.empty() || place.device->name.size() > ClaimList::kMaxId) {
      if (out.skipped.size() < ClaimList::kMaxSkipped)
        out.skipped.push_back(
            malformed("ResourceSlice", "a device without a usable name", place.device->name));
      continue;
    }
    out.items.push_back(device_of_slice(*place.slice, *place.device));
    out.items.back().trust = DeviceTrust::slice;
  }
  return out;
}

}  // namespace pge::schemes
