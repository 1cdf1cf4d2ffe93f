// SPDX-License-Identifier: Apache-2.0
//
// ResourceClaims and ResourceSlices from the JSON that kubectl prints, in the shape of the API
// version that each object names: v1alpha3, v1beta1, v1beta2, v1. A lone object, a list of them and
// a List object are all right. Throws what the JSON library throws, and std::invalid_argument for
// an object that is not of the shape of its version.
#pragma once

#include <string_view>

#include "schemes/dra_objects.h"

namespace pge::testing {

void put_dra_objects(std::string_view json, schemes::DraObjects& to);

}  // namespace pge::testing
