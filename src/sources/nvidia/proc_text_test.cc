// SPDX-License-Identifier: Apache-2.0
#include "sources/nvidia/proc_text.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace pge {
namespace {

constexpr std::string_view kCard =
    "Model: \t\t NVIDIA A100-SXM4-80GB\n"
    "IRQ:   \t\t 152\n"
    "GPU UUID: \t GPU-40f717b2-01dc-1a31-6b17-d487ffe7cb61\n"
    "Video BIOS: \t 92.00.36.00.01\n"
    "Bus Type: \t PCIe\n"
    "DMA Size: \t 47 bits\n"
    "DMA Mask: \t 0x7fffffffffff\n"
    "Bus Location: \t 0000:3B:00.0\n"
    "Device Minor: \t 10\n"
    "GPU Excluded:\t No\n";

TEST(GpuInformation, ReadsWhatNamesACard) {
  const auto device = read_gpu_information(kCard);
  ASSERT_TRUE(device);
  EXPECT_EQ(device->id, "GPU-40f717b2-01dc-1a31-6b17-d487ffe7cb61");
  EXPECT_EQ(device->parent_id, device->id);
  EXPECT_EQ(device->model, "NVIDIA A100-SXM4-80GB");
  EXPECT_EQ(device->pci_bus_id, "0000:3b:00.0");
  EXPECT_EQ(device->minor, 10);
  EXPECT_EQ(device->index, -1) << "procfs knows no NVML index";
  EXPECT_EQ(device->vendor, "nvidia");
}

TEST(GpuInformation, IsNothingWithoutAUuid) {
  EXPECT_FALSE(read_gpu_information(""));
  EXPECT_FALSE(read_gpu_information("Model: Tesla T4\nDevice Minor: 0\n"));
  EXPECT_FALSE(read_gpu_information("GPU UUID: \t ????????\n"));
}

TEST(GpuInformation, LeavesUnknownWhatIsMalformed) {
  const auto device = read_gpu_information(
      "GPU UUID: GPU-1\nDevice Minor: -3\nModel:\nno colon\n:\nBus Location 0000\n");
  ASSERT_TRUE(device);
  EXPECT_EQ(device->minor, -1);
  EXPECT_EQ(device->model, "");
  EXPECT_EQ(device->pci_bus_id, "");
}

TEST(GpuInformation, BoundsWhatItKeeps) {
  const std::string text = "GPU UUID: GPU-1\nModel: " + std::string(100'000, 'x') + "\n";
  EXPECT_EQ(read_gpu_information(text)->model, "");
}

TEST(GpuInformation, SurvivesAnyByteChanged) {
  std::minstd_rand random(3);
  for (int round = 0; round < 20'000; ++round) {
    std::string text(kCard);
    for (int i = 0; i < 3; ++i) text[random() % text.size()] = static_cast<char>(random());
    text.resize(random() % (text.size() + 1));
    if (const auto device = read_gpu_information(text)) {
      EXPECT_TRUE(device->id.starts_with("GPU-"));
      EXPECT_GE(device->minor, -1);
    }
  }
}

TEST(DriverVersion, IsTheFirstNumberWithDots) {
  EXPECT_EQ(
      read_driver_version("NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.54.03  Tue Jun "
                          " 6 22:20:39 UTC 2023\nGCC version:  12.2.0\n"),
      "535.54.03");
  EXPECT_EQ(
      read_driver_version(
          "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  525.60.13  Release Build"),
      "525.60.13");
}

TEST(DriverVersion, IsEmptyWhereThereIsNone) {
  EXPECT_EQ(read_driver_version(""), "");
  EXPECT_EQ(read_driver_version("GCC version: 12.2.0"), "");
  EXPECT_EQ(read_driver_version("NVRM version: none . 5. .5 535"), "");
}

}  // namespace
}  // namespace pge
