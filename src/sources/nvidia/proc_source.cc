// SPDX-License-Identifier: Apache-2.0
#include "sources/nvidia/proc_source.h"

#include <filesystem>
#include <utility>

#include "sources/nvidia/proc_text.h"

namespace pge {

namespace {

const std::filesystem::path kDriver = "/proc/driver/nvidia";
constexpr std::size_t kTextLimit = 64U << 10;
constexpr std::size_t kMostCards = 1024;

}  // namespace

NvidiaProcSource::NvidiaProcSource(std::string node, HostFs host)
    : node_(std::move(node)), host_(std::move(host)) {}

Result<Facts> NvidiaProcSource::collect(SteadyTime, std::stop_token) {
  auto cards = host_.list(kDriver / "gpus");
  if (!cards) {
    Error error = std::move(cards.error());
    if (error.kind == ErrorKind::not_found) {
      error.kind = ErrorKind::absent;
      error.remedy = "load NVIDIA's kernel driver, if this node has its cards";
    }
    return std::unexpected(std::move(error));
  }
  if (cards->size() > kMostCards) {
    return fail(ErrorKind::too_large, std::to_string(cards->size()) + " cards", "gpus");
  }
  Facts facts;
  const auto version = host_.read(kDriver / "version", kTextLimit);
  for (const std::string& card : *cards) {
    const auto text = host_.read(kDriver / "gpus" / card / "information", kTextLimit);
    if (!text) {
      facts.skipped.push_back(text.error());
      continue;
    }
    if (auto device = read_gpu_information(*text)) {
      device->node = node_;
      if (version) device->driver_version = read_driver_version(*version);
      known_[device->id] = std::move(*device);
    }
  }
  for (const auto& [id, device] : known_) facts.devices.push_back(device);
  return facts;
}

}  // namespace pge
