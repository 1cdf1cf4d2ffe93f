// SPDX-License-Identifier: Apache-2.0
#include "sources/node/given_shares.h"

#include <string>
#include <string_view>

#include "base/strings.h"
#include "model/quantity.h"

namespace pge {
namespace {

constexpr std::string_view kMemoryLimit = "CUDA_DEVICE_MEMORY_LIMIT";
constexpr std::string_view kSmLimit = "CUDA_DEVICE_SM_LIMIT";
constexpr std::string_view kVcudaCore = "tencent.com/vcuda-core";      // hundredths of a card
constexpr std::string_view kVcudaMemory = "tencent.com/vcuda-memory";  // here in bytes
constexpr std::string_view kAliyunUnits = "ALIYUN_COM_GPU_MEM_CONTAINER";
constexpr std::string_view kAliyunCard = "ALIYUN_COM_GPU_MEM_DEV";
constexpr std::uint64_t kMostGiB = 100;  // a card of more units is counted in MiB

std::optional<std::uint64_t> number_at(const TextMap& map, std::string_view key) {
  const auto text = find_text(map, key);
  return text ? parse_unsigned(trim(*text)) : std::nullopt;
}

// "3000m", "6g", "1048576k" or bytes.
std::optional<std::uint64_t> memory_limit(std::string_view text) {
  text = trim(text);
  std::uint64_t unit = 1;
  if (!text.empty()) {
    switch (text.back()) {
      case 'g':
      case 'G':
        unit = kGiB;
        break;
      case 'm':
      case 'M':
        unit = kMiB;
        break;
      case 'k':
      case 'K':
        unit = 1024;
        break;
      default:
        break;
    }
  }
  if (unit != 1) text.remove_suffix(1);
  const auto number = parse_unsigned(text);
  return number && *number > 0 ? scaled(*number, unit) : std::nullopt;
}

std::optional<std::string_view> of_device(const TextMap& envs, std::string_view key,
                                          std::size_t device) {
  const auto own = find_text(envs, std::string(key) + "_" + std::to_string(device));
  return own ? own : find_text(envs, key);
}

// 100 and more hundredths are whole cards.
std::optional<double> ratio(std::uint64_t hundredths) {
  if (hundredths == 0) return std::nullopt;
  return hundredths < 100 ? static_cast<double>(hundredths) / 100 : 1;
}

void add_hami(const TextMap& envs, std::span<GivenDevice> devices) {
  for (std::size_t i = 0; i < devices.size(); ++i) {
    if (const auto text = of_device(envs, kMemoryLimit, i))
      devices[i].memory_bytes = memory_limit(*text);
    const auto text = of_device(envs, kSmLimit, i);
    const auto percent = text ? parse_unsigned(trim(*text)) : std::nullopt;
    if (percent) devices[i].compute_ratio = ratio(*percent);
  }
}

void add_gpu_manager(const TextMap& annotations, std::span<GivenDevice> devices) {
  const auto cores = number_at(annotations, kVcudaCore);
  if (!cores) return;
  for (GivenDevice& device : devices) device.compute_ratio = ratio(*cores);
  const auto memory = number_at(annotations, kVcudaMemory);
  if (*cores < 100 && memory && *memory > 0 && devices.size() == 1)
    devices.front().memory_bytes = memory;
}

void add_gpushare(const TextMap& envs, std::span<GivenDevice> devices) {
  const auto units = number_at(envs, kAliyunUnits);
  const auto card = number_at(envs, kAliyunCard);
  if (!units || !card || *units == 0 || devices.size() != 1) return;
  devices.front().memory_bytes = scaled(*units, *card > kMostGiB ? kMiB : kGiB);
}

}  // namespace

bool has_hami_limits(const ContainerResponse& response) {
  const auto at = response.envs.lower_bound(kMemoryLimit);
  return response.envs.contains(kSmLimit) ||
         (at != response.envs.end() && at->first.starts_with(kMemoryLimit));
}

void add_shares(const ContainerResponse& response, std::span<GivenDevice> devices) {
  add_hami(response.envs, devices);
  add_gpu_manager(response.annotations, devices);
  add_gpushare(response.envs, devices);
}

}  // namespace pge
