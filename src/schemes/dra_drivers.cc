// SPDX-License-Identifier: Apache-2.0
#include "schemes/dra_drivers.h"

#include <algorithm>
#include <array>
#include <utility>

namespace pge {
namespace {

constexpr auto kOtherDrivers = std::to_array<std::string_view>({
    "cni.dra.networking.x-k8s.io",
    "compute-domain.nvidia.com",
    "dra.cpu",
    "dra.memory",
    "dra.net",
    "dra.nvme",
    "qat.intel.com",
    "sriovnetwork.k8snetworkplumbingwg.io",
});

// The first that fits.
constexpr auto kVendors = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"nvidia.com", "nvidia"},
    {"amd.com", "amd"},
    {"gaudi.intel.com", "habana"},
    {"intel.com", "intel"},
    {"hygon.com", "hygon"},
    {"huawei.com", "ascend"},
    {"cambricon.com", "cambricon"},
    {"metax-tech.com", "metax"},
});

bool in_domain(std::string_view name, std::string_view domain) {
  return name.ends_with(domain) &&
         (name.size() == domain.size() || name[name.size() - domain.size() - 1] == '.');
}

}  // namespace

bool is_gpu_driver(std::string_view driver) {
  return !driver.empty() && std::ranges::find(kOtherDrivers, driver) == kOtherDrivers.end();
}

std::string_view vendor_of_driver(std::string_view driver) {
  for (const auto& [domain, vendor] : kVendors) {
    if (in_domain(driver, domain)) return vendor;
  }
  return {};
}

}  // namespace pge
