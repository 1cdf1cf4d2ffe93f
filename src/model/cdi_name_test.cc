// SPDX-License-Identifier: Apache-2.0
#include "model/cdi_name.h"

#include <gtest/gtest.h>

namespace pge {
namespace {

TEST(CdiName, VendorClassAndDevice) {
  EXPECT_EQ(parse_cdi_name("nvidia.com/gpu=0"), (CdiName{"nvidia.com", "gpu", "0"}));
  EXPECT_EQ(parse_cdi_name("k8s.device-plugin.nvidia.com/gpu=GPU-a"),
            (CdiName{"k8s.device-plugin.nvidia.com", "gpu", "GPU-a"}));
  EXPECT_EQ(parse_cdi_name("a/b=c=d"), (CdiName{"a", "b", "c=d"}));
  for (const char* bad : {"", "=", "a/b", "a/b=", "/b=c", "a/=c", "a=c", "a=b/c"}) {
    EXPECT_FALSE(parse_cdi_name(bad)) << bad;
  }
}

TEST(CdiName, TheDeviceOfAClaim) {
  const auto of = [](std::string_view text) { return device_of_claim(*parse_cdi_name(text)); };
  EXPECT_EQ(of("k8s.gpu.nvidia.com/claim=0b2d7b9e-0000-4000-8000-000000000001-gpu-0"), "gpu-0");
  EXPECT_EQ(of("k8s.gpu.nvidia.com/claim=0b2d7b9e-0000-4000-8000-000000000001-gpu-0-mig-9-4-4"),
            "gpu-0-mig-9-4-4");
  EXPECT_EQ(of("x/claim=short"), "short");
  EXPECT_EQ(of("x/claim=0b2d7b9e-0000-4000-8000-000000000001-"),
            "0b2d7b9e-0000-4000-8000-000000000001-");
  EXPECT_EQ(of("x/gpu=0b2d7b9e-0000-4000-8000-000000000001-gpu-0"),
            "0b2d7b9e-0000-4000-8000-000000000001-gpu-0");
}

}  // namespace
}  // namespace pge
