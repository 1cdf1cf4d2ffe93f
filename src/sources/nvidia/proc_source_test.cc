// SPDX-License-Identifier: Apache-2.0
#include "sources/nvidia/proc_source.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "testing/temp_dir.h"

namespace pge {
namespace {

namespace fs = std::filesystem;

class NvidiaProcSourceTest : public ::testing::Test {
 protected:
  void write(const fs::path& file, const std::string& text) {
    const fs::path path = driver() / file;
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  void card(const std::string& address, const std::string& uuid, int minor,
            const std::string& model = "Tesla T4") {
    write("gpus/" + address + "/information",
          "Model: \t\t " + model + "\nGPU UUID: \t " + uuid + "\nBus Location: \t " + address +
              "\nDevice Minor: \t " + std::to_string(minor) + "\n");
  }
  fs::path driver() const { return dir_.path() / "proc/driver/nvidia"; }
  Result<Facts> collect() { return source_.collect(SteadyTime::max(), {}); }

  testing::TempDir dir_;
  NvidiaProcSource source_{"n1", HostFs(dir_.path())};
};

TEST_F(NvidiaProcSourceTest, IsAbsentWithoutADriver) {
  const auto facts = collect();
  ASSERT_FALSE(facts);
  EXPECT_EQ(facts.error().kind, ErrorKind::absent);
}

TEST_F(NvidiaProcSourceTest, ListsCardsWithMinorsThatAreNotTheirOrder) {
  write("version", "NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.54.03  Tue Jun\n");
  card("0000:3b:00.0", "GPU-a", 10);
  card("0000:5e:00.0", "GPU-b", 1, "NVIDIA H100 80GB HBM3");
  const auto facts = collect();
  ASSERT_TRUE(facts);
  ASSERT_EQ(facts->devices.size(), 2U);
  EXPECT_EQ(facts->devices[0].id, "GPU-a");
  EXPECT_EQ(facts->devices[0].minor, 10);
  EXPECT_EQ(facts->devices[0].node, "n1");
  EXPECT_EQ(facts->devices[1].model, "NVIDIA H100 80GB HBM3");
  EXPECT_EQ(facts->devices[1].driver_version, "535.54.03");
}

TEST_F(NvidiaProcSourceTest, ADriverWithoutCardsIsEmptyNotAbsent) {
  fs::create_directories(driver() / "gpus");
  const auto facts = collect();
  ASSERT_TRUE(facts);
  EXPECT_TRUE(facts->devices.empty());
}

TEST_F(NvidiaProcSourceTest, ACardSeenOnceStaysKnown) {
  card("0000:3b:00.0", "GPU-a", 0);
  card("0000:5e:00.0", "GPU-b", 1);
  ASSERT_TRUE(collect());
  fs::remove_all(driver() / "gpus/0000:3b:00.0");
  const auto facts = collect();
  ASSERT_TRUE(facts);
  EXPECT_EQ(facts->devices.size(), 2U);
}

TEST_F(NvidiaProcSourceTest, OneUnreadableCardIsSkippedAndTold) {
  card("0000:3b:00.0", "GPU-a", 0);
  fs::create_directories(driver() / "gpus/0000:5e:00.0");
  ::mkfifo((driver() / "gpus/0000:5e:00.0/information").c_str(), 0600);
  const auto facts = collect();
  ASSERT_TRUE(facts);
  EXPECT_EQ(facts->devices.size(), 1U);
  ASSERT_EQ(facts->skipped.size(), 1U);
  EXPECT_EQ(facts->skipped[0].kind, ErrorKind::unsupported);
}

}  // namespace
}  // namespace pge
