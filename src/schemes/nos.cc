// SPDX-License-Identifier: Apache-2.0
//
// nos (nebuly) cuts cards by MIG or MPS as pods ask for parts. A part by MPS is a resource named
// after its memory, "nvidia.com/gpu-<N>gb", with ids "<uuid>::<n>": the id tells the card, the name
// how much of it one replica is.
#include <array>

#include "schemes/device_ids.h"
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
          .summary = "nos: parts of cards by MPS, named after their memory",
          .resources = kResources,
          .rank = 408,
          .device_key = device_key};
}

}  // namespace pge::schemes::nos
