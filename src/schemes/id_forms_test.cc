// SPDX-License-Identifier: Apache-2.0
#include "schemes/id_forms.h"

#include <gtest/gtest.h>

namespace pge::schemes {
namespace {

TEST(IdForms, Uuids) {
  EXPECT_TRUE(is_uuid("0fc3eda5-e98b-a25b-5b0d-cf5c855d1448"));
  EXPECT_TRUE(is_uuid("0FC3EDA5-E98B-A25B-5B0D-CF5C855D1448"));
  EXPECT_FALSE(is_uuid("0fc3eda5-e98b-a25b-5b0d-cf5c855d144"));
  EXPECT_FALSE(is_uuid("0fc3eda5-e98b-a25b-5b0d-cf5c855d14481"));
  EXPECT_FALSE(is_uuid("0fc3eda5e-98b-a25b-5b0d-cf5c855d1448"));
  EXPECT_FALSE(is_uuid("0fc3eda5-e98b-a25b-5b0d-cf5c855d144/"));
  EXPECT_TRUE(is_gpu_uuid("GPU-0fc3eda5-e98b-a25b-5b0d-cf5c855d1448"));
  EXPECT_FALSE(is_gpu_uuid("gpu-0fc3eda5-e98b-a25b-5b0d-cf5c855d1448"));
  EXPECT_FALSE(is_gpu_uuid("GPU-0fc3eda5-e98b-a25b-5b0d-cf5c855d1448-1"));
}

TEST(IdForms, PciAddresses) {
  EXPECT_EQ(canonical_pci("0000:C3:00.0"), "0000:c3:00.0");
  EXPECT_EQ(canonical_pci("00000000:c3:1f.7"), "0000:c3:1f.7");
  EXPECT_EQ(canonical_pci("00010000:c3:00.0"), "10000:c3:00.0");
  EXPECT_EQ(canonical_pci("ABCD:c3:00.0"), "abcd:c3:00.0");
  for (const char* bad : {"", ":", "c3:00.0", "000:c3:00.0", "000000000:c3:00.0", "0000:c3:00",
                          "0000:c3:00.8", "0000:c3:00.00", "0000-c3-00-0", "0000:xx:00.0"}) {
    EXPECT_FALSE(canonical_pci(bad)) << bad;
  }
}

TEST(IdForms, Numbers) {
  EXPECT_EQ(small_number("0"), 0);
  EXPECT_EQ(small_number("007"), 7);
  EXPECT_EQ(small_number("2147483647"), 2147483647);
  for (const char* bad : {"", "-1", "+1", " 1", "1 ", "2147483648", "99999999999999999999", "1a"}) {
    EXPECT_FALSE(small_number(bad)) << bad;
  }
  EXPECT_EQ(number_after("nvidia10", "nvidia"), 10);
  EXPECT_FALSE(number_after("nvidia", "nvidia"));
  EXPECT_FALSE(number_after("card1", "nvidia"));
}

TEST(IdForms, NvidiaKeys) {
  EXPECT_EQ(nvidia_uuid_key("GPU-x")->text, "GPU-x");
  EXPECT_EQ(nvidia_uuid_key("MIG-x")->text, "MIG-x");
  const auto legacy = nvidia_uuid_key("MIG-GPU-x/7/0");
  ASSERT_TRUE(legacy);
  EXPECT_EQ(legacy->text, "GPU-x");
  EXPECT_EQ(legacy->gpu_instance, 7);
  EXPECT_EQ(legacy->compute_instance, 0);
  for (const char* bad : {"", "GPU-", "MIG-", "GPU-x/1", "MIG-x/1/0", "MIG-GPU-x", "MIG-GPU-x/7",
                          "MIG-GPU-x/7/", "MIG-GPU-x//0", "x"}) {
    EXPECT_FALSE(nvidia_uuid_key(bad)) << bad;
  }
}

TEST(IdForms, LastDash) {
  EXPECT_EQ(cut_last_dash("a-b-c")->first, "a-b");
  EXPECT_EQ(cut_last_dash("a-b-c")->second, "c");
  EXPECT_EQ(cut_last_dash("-")->second, "");
  EXPECT_FALSE(cut_last_dash("abc"));
}

}  // namespace
}  // namespace pge::schemes
