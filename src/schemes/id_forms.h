// SPDX-License-Identifier: Apache-2.0
//
// Recognisers of single id forms, shared by the id parser and the schemes. Each looks at the whole
// text, never throws and costs one pass over it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "model/device_key.h"

namespace pge::schemes {

inline constexpr std::size_t kUuidLength = 36;

// 8-4-4-4-12 letters and digits. Not only hexadecimal: simulators write what they like, and the
// length and the dashes are what tells an id from a replica of it.
bool is_uuid(std::string_view text);

// "GPU-" + UUID, exactly.
bool is_gpu_uuid(std::string_view text);

// "0000:19:00.0" in any case, with a domain of 4 to 8 digits, as sysfs spells it: lower case, the
// domain without more leading zeros than four digits need.
std::optional<std::string> canonical_pci(std::string_view text);

// "<prefix><decimal>", nothing else.
std::optional<int> number_after(std::string_view text, std::string_view prefix);

// A decimal number that fits a device number or replica number.
std::optional<int> small_number(std::string_view text);

// "GPU-…", "MIG-…" or "MIG-GPU-<uuid>/<gi>/<ci>" as a key; nothing for other forms.
std::optional<DeviceKey> nvidia_uuid_key(std::string_view text);

// Text before and after the last dash; nothing where there is no dash.
std::optional<std::pair<std::string_view, std::string_view>> cut_last_dash(std::string_view text);

// "nvidia0", "nvidia0/gi3": GKE's names by minor number.
std::optional<DeviceKey> gke_key(std::string_view text);

// Forms that say by themselves what they name, whatever the resource is called: NVIDIA's UUIDs,
// GKE's names, PCI addresses, AMD's partitions.
std::optional<DeviceKey> plain_key(std::string_view text);

// An id without its replica part.
struct Stripped {
  std::string_view base;
  std::optional<std::uint32_t> replica{};  // where there is a readable number
  bool shared = false;                     // there was a replica part
};

std::optional<std::uint32_t> replica_number(std::string_view text);

// "<base>::<n>" and "<base>::" (NVIDIA, Iluvatar, vgpu-manager), "<base>/vgpu<n>" (GKE),
// "<base>-_-<n>" (gpushare, Cambricon); other ids as they are.
Stripped strip_marked_replica(std::string_view id);

// "GPU-<uuid>-<n>", "MLU-<uuid>-<n>" or "<uuid>-<n>", by `prefix`. A bare UUID ends in a dash and
// digits too; only what follows its 36 characters is a replica.
std::optional<Stripped> strip_dashed_replica(std::string_view id, std::string_view prefix);

DeviceKey uuid_key(std::string_view text);
DeviceKey number_key(DeviceKey::Kind kind, int number);
DeviceKey text_key(DeviceKey::Kind kind, std::string_view text);

}  // namespace pge::schemes
