// SPDX-License-Identifier: Apache-2.0
#include "schemes/hami_words.h"

#include <gtest/gtest.h>

namespace pge::schemes::hami {
namespace {

std::string vendor(const Word* word) {
  return word == nullptr ? "none" : word->vendor.empty() ? "unknown" : std::string(word->vendor);
}

TEST(HamiWords, KeysOfPods) {
  EXPECT_EQ(vendor(allocation_word("vgpu-devices-allocated")), "nvidia");
  EXPECT_EQ(vendor(allocation_word("dcu-devices-allocated")), "hygon");
  EXPECT_EQ(vendor(allocation_word("metax-sgpu-devices-allocated")), "metax");
  EXPECT_EQ(vendor(allocation_word("Ascend910B3-devices-allocated")), "ascend");
  EXPECT_EQ(vendor(allocation_word("BI-V100-devices-allocated")), "iluvatar");
  EXPECT_EQ(vendor(allocation_word("aws-neuron-devices-allocated")), "aws");
  EXPECT_EQ(vendor(allocation_word("kunlun-allocated")), "kunlunxin");
  EXPECT_EQ(vendor(allocation_word("brandnew-devices-allocated")), "unknown");
  for (const char* key : {"vgpu-devices-to-allocate", "-devices-allocated", "vgpu-node", "",
                          "dcu-allocated", "vgpu-mig-allocations"}) {
    EXPECT_EQ(vendor(allocation_word(key)), "none") << key;
  }
}

TEST(HamiWords, KeysOfNodes) {
  EXPECT_EQ(vendor(register_word("node-nvidia-register")), "nvidia");
  EXPECT_EQ(vendor(register_word("node-mlu-register")), "cambricon");
  EXPECT_EQ(vendor(register_word("node-va-register")), "vastai");
  EXPECT_EQ(vendor(register_word("node-register-Ascend910B3")), "ascend");
  EXPECT_EQ(vendor(register_word("node-register-xpu")), "kunlunxin");
  EXPECT_EQ(vendor(register_word("node-handshake")), "none");
  EXPECT_EQ(vendor(register_word("node-nvidia-score")), "none");
  EXPECT_EQ(vendor(register_word("mutex.lock")), "none");
}

TEST(HamiWords, KeysOfHandshakes) {
  EXPECT_EQ(handshake_word("node-nvidia-register"), "");
  EXPECT_EQ(handshake_word("node-dcu-register"), "dcu");
  EXPECT_EQ(handshake_word("node-register-Ascend910B3"), "Ascend910B3");
}

TEST(HamiWords, TypesOfDevices) {
  EXPECT_EQ(vendor(type_word("NVIDIA")), "nvidia");
  EXPECT_EQ(vendor(type_word("NVIDIA-A100")), "nvidia");
  EXPECT_EQ(vendor(type_word("MLU")), "cambricon");
  EXPECT_EQ(vendor(type_word("DCU")), "hygon");
  EXPECT_EQ(vendor(type_word("")), "none");
  EXPECT_EQ(vendor(type_word("else")), "none");
}

TEST(HamiWords, EveryKnownVendorHasResources) {
  for (const char* key :
       {"vgpu", "dcu", "cambricon-mlu", "metax-gpu", "enflame-gcu", "xpu", "amd", "iluvatar-vgpu",
        "biren", "vastai", "mthreads-vgpu", "Ascend310P", "aws-neuron"}) {
    const Word* word = allocation_word(std::string(key) + "-devices-allocated");
    ASSERT_NE(word, nullptr) << key;
    EXPECT_FALSE(word->resources.empty()) << key;
  }
}

}  // namespace
}  // namespace pge::schemes::hami
