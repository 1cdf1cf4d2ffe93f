// SPDX-License-Identifier: Apache-2.0
#include "schemes/lifecycle.h"

#include <algorithm>

namespace pge::schemes {
namespace {

bool started(const ContainerView& container) {
  return container.state == ContainerView::State::running ||
         container.state == ContainerView::State::terminated;
}

bool meant_for_another_node(const PodView& pod, std::span<const std::string_view> keys) {
  for (const std::string_view key : keys) {
    if (const auto node = find_text(pod.annotations, key)) return *node != pod.node_name;
  }
  return false;
}

}  // namespace

bool bound(const PodView& pod, std::span<const std::string_view> node_keys) {
  if (pod.phase == PodPhase::succeeded || pod.phase == PodPhase::failed) return false;
  return !pod.node_name.empty() && !meant_for_another_node(pod, node_keys);
}

bool holds(const PodView& pod, const Marks& marks, std::span<const std::string_view> node_keys) {
  if (!bound(pod, node_keys) || marks.failed) return false;
  if (pod.phase != PodPhase::pending || marks.assigned) return true;
  return std::ranges::any_of(pod.containers, started) ||
         std::ranges::any_of(pod.init_containers, started);
}

bool over(const PodView& pod, const ContainerView& container) {
  if (!container.init || container.restartable) return false;
  return pod.phase == PodPhase::running || container.state == ContainerView::State::terminated;
}

}  // namespace pge::schemes
