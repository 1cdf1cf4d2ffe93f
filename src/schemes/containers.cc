// SPDX-License-Identifier: Apache-2.0
#include "schemes/containers.h"

#include <algorithm>

#include "base/strings.h"
#include "model/quantity.h"

namespace pge::schemes {
namespace {

void append(ContainerList& out, const std::vector<ContainerView>& containers) {
  for (const ContainerView& container : containers) out.push_back(&container);
}

std::optional<std::string_view> positive(const TextMap& amounts, std::string_view resource) {
  const auto text = find_text(amounts, resource);
  if (!text || quantity_value(*text).value_or(0) <= 0) return std::nullopt;
  return text;
}

std::string_view first_fitting(const TextMap& amounts, std::string_view pattern) {
  for (const auto& [name, amount] : amounts) {
    if (glob_match(pattern, name) && quantity_value(amount).value_or(0) > 0) return name;
  }
  return {};
}

}  // namespace

ContainerList regular(const PodView& pod) {
  ContainerList out;
  append(out, pod.containers);
  return out;
}

ContainerList init_then_regular(const PodView& pod) {
  ContainerList out;
  append(out, pod.init_containers);
  append(out, pod.containers);
  return out;
}

const ContainerView* find_container(const PodView& pod, std::string_view name) {
  for (const auto* list : {&pod.containers, &pod.init_containers}) {
    for (const ContainerView& container : *list) {
      if (container.name == name) return &container;
    }
  }
  return nullptr;
}

std::optional<std::string_view> requested(const ContainerView& container,
                                          std::string_view resource) {
  if (const auto limit = positive(container.limits, resource)) return limit;
  return positive(container.requests, resource);
}

std::string_view requested_of(const ContainerView& container,
                              std::span<const std::string_view> patterns) {
  for (const std::string_view pattern : patterns) {
    for (const TextMap* amounts : {&container.limits, &container.requests}) {
      if (const auto name = first_fitting(*amounts, pattern); !name.empty()) return name;
    }
  }
  return {};
}

ContainerList requesting(const ContainerList& list, std::span<const std::string_view> patterns) {
  ContainerList out;
  std::ranges::copy_if(list, std::back_inserter(out), [&](const ContainerView* container) {
    return !requested_of(*container, patterns).empty();
  });
  return out;
}

ContainerList sharing_containers(const PodView& pod, std::span<const std::string_view> patterns) {
  const ContainerList all = regular(pod);
  ContainerList asking = requesting(all, patterns);
  return asking.empty() ? all : asking;
}

ContainerList match_positions(const PodView& pod, const std::vector<bool>& filled,
                              std::span<const std::string_view> patterns) {
  ContainerList all = init_then_regular(pod);
  if (filled.size() == all.size()) return all;
  ContainerList plain = regular(pod);
  if (filled.size() == plain.size()) return plain;
  const ContainerList asking = requesting(plain, patterns);
  ContainerList out;
  std::size_t next = 0;
  for (const bool has_devices : filled) {
    out.push_back(has_devices && next < asking.size() ? asking[next++] : nullptr);
  }
  return out;
}

}  // namespace pge::schemes
