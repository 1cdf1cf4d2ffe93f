// SPDX-License-Identifier: Apache-2.0
#include "sources/node/pod_names.h"

#include <algorithm>

#include "base/strings.h"

namespace pge {
namespace {

constexpr std::size_t kIdLength = 64;
constexpr std::size_t kLongestName = 253;  // of a Kubernetes object

bool is_hex(std::string_view text) {
  return std::ranges::all_of(
      text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

bool is_name(std::string_view text) {
  return !text.empty() && text.size() <= kLongestName && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
  });
}

}  // namespace

bool is_pod_uid(std::string_view text) {
  constexpr std::size_t kPlain = 32;
  constexpr std::string_view kDashes = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
  if (text.size() == kPlain) return is_hex(text);
  if (text.size() != kDashes.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (kDashes[i] == '-' ? text[i] != '-' : !is_hex(text.substr(i, 1))) return false;
  }
  return true;
}

std::optional<PodRef> pod_of_log_directory(std::string_view name) {
  const auto parts = split(name, '_');
  if (parts.size() != 3 || !is_name(parts[0]) || !is_name(parts[1]) || !is_pod_uid(parts[2]))
    return std::nullopt;
  return PodRef{std::string(parts[0]), std::string(parts[1]), std::string(parts[2])};
}

std::optional<ContainerLog> container_of_log(std::string_view name) {
  constexpr std::string_view kEnd = ".log";
  if (!name.ends_with(kEnd)) return std::nullopt;
  name.remove_suffix(kEnd.size());
  const auto parts = split(name, '_');
  if (parts.size() != 3 || parts[2].size() < kIdLength + 2) return std::nullopt;
  const std::size_t dash = parts[2].size() - kIdLength - 1;
  const std::string_view id = parts[2].substr(dash + 1);
  const std::string_view container = parts[2].substr(0, dash);
  if (parts[2][dash] != '-' || !is_hex(id) || !is_name(container) || !is_name(parts[0]) ||
      !is_name(parts[1]))
    return std::nullopt;
  return ContainerLog{std::string(parts[1]), std::string(parts[0]), std::string(container),
                      std::string(id)};
}

std::optional<PodRef> pod_of_log_link(std::string_view target) {
  for (int up = 0; up < 2; ++up) {  // the file and the container's directory
    const std::size_t slash = target.rfind('/');
    if (slash == std::string_view::npos) return std::nullopt;
    target = target.substr(0, slash);
  }
  return pod_of_log_directory(target.substr(target.rfind('/') + 1));
}

}  // namespace pge
