// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "model/device_key.h"

namespace pge::schemes {

struct Stripped;

// A device-plugin id, read by its form alone.
struct ParsedId {
  DeviceKey key{};
  std::optional<std::uint32_t> replica{};  // set where the id carries a readable replica number
  bool shared = false;                     // the id has a replica part, readable or not
  std::string vendor{};                    // from the form or the resource's domain; may be empty
  std::string scheme = "device-plugin";    // value of the label `scheme`
  bool id_is_real = true;   // false where the kubelet's pick says nothing about the card used
  bool monitoring = false;  // a grant to watch (Intel's "all"), never a use
  bool malformed = false;   // names nothing at all: "GPU-", "::1". Not to be shown, but counted
};

// Asks the schemes that read ids of this resource (Scheme::device_key), in their order, for the
// first that knows the form; then what the form says by itself. Never fails: an unknown form comes
// back as DeviceKey::Kind::opaque with its text kept. The forms are listed in docs/device-ids.md.
ParsedId parse_device_id(std::string_view resource, std::string_view id);

// Whether an id names nothing, whatever the resource: "", "GPU-", "MIG-", "::3".
bool names_nothing(std::string_view id);

// Vendor whose devices a resource hands out ("nvidia" for "volcano.sh/vgpu-number"); empty where
// the name does not say.
std::string_view vendor_of_resource(std::string_view resource);

// For the schemes' own readers: an id as `key`, or with its text kept where there is no key.
ParsedId parsed_id(const std::optional<DeviceKey>& key, const Stripped& stripped,
                   std::string_view vendor, std::string_view scheme = "device-plugin");

// The same for plugins whose picks say nothing.
ParsedId unreal_id(const std::optional<DeviceKey>& key, const Stripped& stripped,
                   std::string_view vendor, std::string_view scheme);

// An id as NVIDIA's own plugin, GKE's and plugins derived from them spell it.
ParsedId parse_nvidia_id(std::string_view id);

}  // namespace pge::schemes
