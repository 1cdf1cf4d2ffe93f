// SPDX-License-Identifier: Apache-2.0
#include "schemes/id_forms.h"

#include <algorithm>
#include <limits>

#include "base/strings.h"

namespace pge::schemes {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool is_hex(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
  });
}

std::optional<DeviceKey> legacy_mig_key(std::string_view text) {
  const std::size_t first = text.find('/');
  if (first == std::string_view::npos) return std::nullopt;
  const std::size_t second = text.find('/', first + 1);
  if (second == std::string_view::npos) return std::nullopt;
  const auto gpu_instance = small_number(text.substr(first + 1, second - first - 1));
  const auto compute_instance = small_number(text.substr(second + 1));
  if (!gpu_instance || !compute_instance) return std::nullopt;
  DeviceKey key = text_key(DeviceKey::Kind::mig_legacy, text.substr(0, first));
  key.gpu_instance = *gpu_instance;
  key.compute_instance = *compute_instance;
  return key;
}

}  // namespace

bool is_uuid(std::string_view text) {
  if (text.size() != kUuidLength) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
    if (dash ? text[i] != '-' : !is_digit(text[i]) && !is_letter(text[i])) return false;
  }
  return true;
}

bool is_gpu_uuid(std::string_view text) {
  return text.starts_with("GPU-") && is_uuid(text.substr(4));
}

std::optional<std::string> canonical_pci(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon < 4 || colon > 8) return std::nullopt;
  std::string_view domain = text.substr(0, colon);
  const std::string_view rest = text.substr(colon + 1);  // "19:00.0"
  if (rest.size() != 7 || rest[2] != ':' || rest[5] != '.') return std::nullopt;
  if (!is_hex(domain) || !is_hex(rest.substr(0, 2)) || !is_hex(rest.substr(3, 2))) {
    return std::nullopt;
  }
  if (rest[6] < '0' || rest[6] > '7') return std::nullopt;
  while (domain.size() > 4 && domain.front() == '0') domain.remove_prefix(1);
  return to_lower(std::string(domain) + ":" + std::string(rest));
}

std::optional<int> small_number(std::string_view text) {
  const auto value = parse_unsigned<std::uint32_t>(text);
  if (!value || *value > std::uint32_t{std::numeric_limits<int>::max()}) return std::nullopt;
  return static_cast<int>(*value);
}

std::optional<int> number_after(std::string_view text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return std::nullopt;
  return small_number(text.substr(prefix.size()));
}

std::optional<DeviceKey> nvidia_uuid_key(std::string_view text) {
  if (text.starts_with("MIG-GPU-")) return legacy_mig_key(text.substr(4));
  const bool prefixed = text.starts_with("GPU-") || text.starts_with("MIG-");
  if (!prefixed || text.size() == 4 || text.find('/') != std::string_view::npos) {
    return std::nullopt;
  }
  return uuid_key(text);
}

std::optional<std::pair<std::string_view, std::string_view>> cut_last_dash(std::string_view text) {
  const std::size_t dash = text.rfind('-');
  if (dash == std::string_view::npos) return std::nullopt;
  return std::pair(text.substr(0, dash), text.substr(dash + 1));
}

std::optional<DeviceKey> gke_key(std::string_view text) {
  const std::size_t slash = text.find('/');
  const auto minor = number_after(text.substr(0, slash), "nvidia");
  if (!minor) return std::nullopt;
  DeviceKey key = number_key(DeviceKey::Kind::minor, *minor);
  key.text = text;  // what the device is called where no inventory ties the number to a card
  if (slash != std::string_view::npos) {
    const auto instance = number_after(text.substr(slash + 1), "gi");
    if (!instance) return std::nullopt;
    key.gpu_instance = *instance;
  }
  return key;
}

std::optional<DeviceKey> plain_key(std::string_view text) {
  if (auto key = nvidia_uuid_key(text)) return key;
  if (auto key = gke_key(text)) return key;
  if (auto pci = canonical_pci(text)) return text_key(DeviceKey::Kind::pci, *pci);
  if (auto partition = number_after(text, "amdgpu_xcp_")) {
    return text_key(DeviceKey::Kind::platform, "amdgpu_xcp_" + std::to_string(*partition));
  }
  return std::nullopt;
}

std::optional<std::uint32_t> replica_number(std::string_view text) {
  const auto number = small_number(text);
  if (!number) return std::nullopt;
  return static_cast<std::uint32_t>(*number);
}

Stripped strip_marked_replica(std::string_view id) {
  for (const std::string_view mark : {"::", "/vgpu", "-_-"}) {
    const std::size_t at = id.find(mark);
    if (at == std::string_view::npos || at == 0) continue;
    return {id.substr(0, at), replica_number(id.substr(at + mark.size())), true};
  }
  return {id, std::nullopt, false};
}

std::optional<Stripped> strip_dashed_replica(std::string_view id, std::string_view prefix) {
  if (!id.starts_with(prefix)) return std::nullopt;
  const std::size_t length = prefix.size() + kUuidLength;
  if (id.size() < length + 2 || id[length] != '-') return std::nullopt;
  if (!is_uuid(id.substr(prefix.size(), kUuidLength))) return std::nullopt;
  const auto replica = replica_number(id.substr(length + 1));
  if (!replica) return std::nullopt;
  return Stripped{id.substr(0, length), replica, true};
}

DeviceKey uuid_key(std::string_view text) { return text_key(DeviceKey::Kind::uuid, text); }

DeviceKey number_key(DeviceKey::Kind kind, int number) {
  DeviceKey key;
  key.kind = kind;
  key.number = number;
  return key;
}

DeviceKey text_key(DeviceKey::Kind kind, std::string_view text) {
  DeviceKey key;
  key.kind = kind;
  key.text = text;
  return key;
}

}  // namespace pge::schemes
