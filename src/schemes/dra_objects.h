// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

#include "model/object_view.h"
#include "schemes/scheme.h"

namespace pge::schemes {

// ResourceClaims and ResourceSlices for looking up. Of each pool only the slices of its highest
// generation are there: older ones are about to be deleted.
class DraObjects {
 public:
  DraObjects(std::vector<ResourceClaimView> claims, std::vector<ResourceSliceView> slices);
  DraObjects(const DraObjects&) = delete;
  DraObjects& operator=(const DraObjects&) = delete;

  const ResourceClaimView* claim(std::string_view ns, std::string_view name) const;

  struct Place {
    const ResourceSliceView* slice;
    const ResourceSliceView::Device* device;
  };
  std::optional<Place> find(std::string_view driver, std::string_view pool,
                            std::string_view device) const;

  // Every GPU of every valid slice, as an inventory.
  Reading<Device> devices() const;

 private:
  using Pool = std::pair<std::string_view, std::string_view>;  // driver, pool
  using Name = std::tuple<std::string_view, std::string_view, std::string_view>;

  std::vector<ResourceClaimView> claims_;
  std::vector<ResourceSliceView> slices_;
  std::map<Pool, const ResourceClaimView*> claims_by_name_;  // namespace, name
  std::map<Name, Place> devices_;
};

}  // namespace pge::schemes
