// SPDX-License-Identifier: Apache-2.0
//
// nos cuts cards by MPS alone, names the resource after the memory of the part
// ("nvidia.com/gpu-10gb") and the parts as NVIDIA's plugin does ("<uuid>::<n>").
#include <array>

#include "schemes/scheme.h"

namespace pge::schemes::nos {
namespace {

constexpr std::array<std::string_view, 1> kResources = {"nvidia.com/gpu-*"};

ParsedId device_key(std::string_view, std::string_view id) {
  ParsedId parsed = parse_nvidia_id(id);
  if (parsed.scheme == "time-slicing") parsed.scheme = "mps";
  return parsed;
}

}  // namespace

Scheme describe() {
  return {.name = "nos",
          .vendor = "nvidia",
          .summary = "nos: parts of a card by MPS, named after their memory",
          .resources = kResources,
          .rank = 410,
          .device_key = device_key};
}

}  // namespace pge::schemes::nos
