// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "model/pod_view.h"

namespace pge::schemes {

// What a scheme's own annotations say about how far an assignment has come.
struct Marks {
  bool assigned = false;  // its flag says that the device was given
  bool failed = false;    // its flag says that the assignment came to nothing
};

// Whether a pod that carries a scheme's annotation holds the devices in it. Annotations appear
// before a pod is bound and stay after it has ended, so the rules are the same for every scheme:
//  - a pod that has ended, or has no node, holds nothing;
//  - a node annotation of the scheme (first of `node_keys` that is there) other than spec.nodeName
//    is left over from an earlier try: nothing;
//  - a failed assignment: nothing;
//  - running, or with any container started: held, whatever the flag says, for not every plugin
//    sets its flag;
//  - bound but still pending: held once the flag says so;
//  - being deleted changes nothing, the containers still run.
bool holds(const PodView& pod, const Marks& marks,
           std::span<const std::string_view> node_keys = {});

// The first two of these alone: the pod is alive on a node, and on the one that was meant. What it
// carries may still be a mere plan.
bool bound(const PodView& pod, std::span<const std::string_view> node_keys = {});

// An init container that has done its work (they all have once the pod runs, except restartable
// ones): what it was given is free again.
bool over(const PodView& pod, const ContainerView& container);

}  // namespace pge::schemes
