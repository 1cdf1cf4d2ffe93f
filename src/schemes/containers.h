// SPDX-License-Identifier: Apache-2.0
//
// How schemes find the container that an entry belongs to. Each numbers containers in its own way;
// these are the ways there are.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/pod_view.h"

namespace pge::schemes {

using ContainerList = std::vector<const ContainerView*>;

ContainerList regular(const PodView& pod);            // spec.containers
ContainerList init_then_regular(const PodView& pod);  // spec.initContainers ++ spec.containers
const ContainerView* find_container(const PodView& pod, std::string_view name);  // null: none

// Amount of a resource that a container asks for, as a Kubernetes quantity; limits before requests
// (extended resources must have both equal). Nothing where it asks for none, or for zero.
std::optional<std::string_view> requested(const ContainerView& container,
                                          std::string_view resource);

// The first resource fitting one of `patterns` (in their order) that a container asks for more than
// zero of; empty where there is none.
std::string_view requested_of(const ContainerView& container,
                              std::span<const std::string_view> patterns);

// Containers of `list` that ask for any of `patterns`.
ContainerList requesting(const ContainerList& list, std::span<const std::string_view> patterns);

// For schemes that record per pod: the regular containers that ask for the resource, or every
// regular container where none does.
ContainerList sharing_containers(const PodView& pod, std::span<const std::string_view> patterns);

// Which container each of `filled.size()` entries belongs to, for lists whose numbering changed
// between releases (filled[i]: entry i has devices). As many entries as init and regular
// containers: that order. As many as regular ones: theirs. Otherwise the k-th filled entry belongs
// to the k-th container that asks for the resource; null where even that gives none.
ContainerList match_positions(const PodView& pod, const std::vector<bool>& filled,
                              std::span<const std::string_view> patterns);

}  // namespace pge::schemes
