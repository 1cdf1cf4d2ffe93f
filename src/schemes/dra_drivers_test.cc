// SPDX-License-Identifier: Apache-2.0
#include "schemes/dra_drivers.h"

#include <gtest/gtest.h>

namespace pge {
namespace {

TEST(DraDrivers, AnyDriverButTheKnownOthers) {
  for (const char* driver : {"gpu.nvidia.com", "gpu.amd.com", "gpu.intel.com", "gaudi.intel.com",
                             "manager.nvidia.com", "gpu.example.com", "dra.hygon.com"})
    EXPECT_TRUE(is_gpu_driver(driver)) << driver;
  for (const char* driver : {"compute-domain.nvidia.com", "dra.net", "dra.cpu", "dra.memory",
                             "qat.intel.com", "sriovnetwork.k8snetworkplumbingwg.io", ""})
    EXPECT_FALSE(is_gpu_driver(driver)) << driver;
}

TEST(DraDrivers, Vendors) {
  EXPECT_EQ(vendor_of_driver("gpu.nvidia.com"), "nvidia");
  EXPECT_EQ(vendor_of_driver("nvidia.com"), "nvidia");
  EXPECT_EQ(vendor_of_driver("gpu.amd.com"), "amd");
  EXPECT_EQ(vendor_of_driver("gpu.intel.com"), "intel");
  EXPECT_EQ(vendor_of_driver("gaudi.intel.com"), "habana");
  EXPECT_EQ(vendor_of_driver("gpu.notnvidia.com"), "");
  EXPECT_EQ(vendor_of_driver("gpu.example.com"), "");
}

}  // namespace
}  // namespace pge
