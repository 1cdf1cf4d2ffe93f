// SPDX-License-Identifier: Apache-2.0
#include "sources/nvidia/proc_text.h"

#include <algorithm>

#include "base/strings.h"

namespace pge {

namespace {

constexpr std::size_t kLongestValue = 256;

bool is_version(std::string_view word) {
  if (word.empty() || word.front() == '.' || word.back() == '.') return false;
  const auto allowed = [](char c) { return c == '.' || (c >= '0' && c <= '9'); };
  return word.find('.') != std::string_view::npos && std::ranges::all_of(word, allowed);
}

}  // namespace

std::optional<Device> read_gpu_information(std::string_view text) {
  Device device;
  device.vendor = "nvidia";
  for (const std::string_view line : split(text, '\n')) {
    const auto colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    const std::string_view key = trim(line.substr(0, colon));
    const std::string_view value = trim(line.substr(colon + 1));
    if (value.empty() || value.size() > kLongestValue) continue;
    if (key == "Model") device.model = value;
    if (key == "GPU UUID" && value.starts_with("GPU-")) device.id = value;
    if (key == "Bus Location") device.pci_bus_id = to_lower(value);
    if (key == "Device Minor") {
      if (const auto minor = parse_unsigned<std::uint16_t>(value)) device.minor = *minor;
    }
  }
  if (device.id.empty()) return std::nullopt;
  device.parent_id = device.id;
  return device;
}

std::string read_driver_version(std::string_view text) {
  const std::string_view first = text.substr(0, text.find('\n'));
  if (!first.starts_with("NVRM version:")) return {};
  for (const std::string_view word : split(first, ' ')) {
    if (is_version(word) && word.size() <= kLongestValue) return std::string(word);
  }
  return {};
}

}  // namespace pge
