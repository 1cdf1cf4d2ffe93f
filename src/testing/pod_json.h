// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "model/device_object_view.h"
#include "model/pod_view.h"

namespace pge::testing {

// Fixtures are Kubernetes objects in JSON, as `kubectl get -o json` prints them. What is absent
// stays at its default; a fixture that is no JSON, or of the wrong shape, throws
// std::runtime_error.
PodView pod_from_json(std::string_view text);
NodeView node_from_json(std::string_view text);
DeviceObjectView device_object_from_json(std::string_view text);

}  // namespace pge::testing
