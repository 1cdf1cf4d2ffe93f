// SPDX-License-Identifier: Apache-2.0
#include "exposition/families/escaped_part.h"

namespace pge {

EscapedPart::EscapedPart(const NodePart& part) : part_(part), node_(escape_(part.node)) {
  allocations_.reserve(part.allocations.size());
  for (const Allocation& a : part.allocations) {
    allocations_.push_back({a, escape_(a.ns), escape_(a.pod), escape_(a.container),
                            escape_(a.device_id), escape_(a.pod_uid), escape_(a.resource),
                            escape_(a.scheme), escape_(a.model)});
  }
  devices_.reserve(part.devices.size());
  for (const Device& device : part.devices) devices_.push_back({device, escape_(device.id)});
}

}  // namespace pge
