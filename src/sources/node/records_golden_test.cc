// SPDX-License-Identifier: Apache-2.0
//
// What the sources make of every file in testdata/checkpoints: a line for each record and claim, in
// testdata/checkpoints/<file>.records.txt. UPDATE_GOLDEN=1 rewrites them; they are read by a person
// before they are kept.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "sources/node/checkpoint_source.h"
#include "sources/node/gpu_manager_source.h"
#include "testing/fixture/model_text.h"
#include "testing/fixture/testdata.h"
#include "testing/manual_clock.h"
#include "testing/temp_dir.h"

namespace pge {
namespace {

namespace fs = std::filesystem;

const fs::path kFiles = fs::path(PGE_SOURCE_DIR) / "testdata/checkpoints";

// Uids differ in their last digits alone.
std::string short_uid(const std::string& uid) {
  return uid.size() > 3 ? "…" + uid.substr(uid.size() - 3) : uid;
}

std::string to_text(const Claim& claim) {
  std::string text = "  " + testing::to_text(claim.device) + " " + claim.scheme + " " +
                     testing::to_text(claim.evidence);
  if (claim.replicas > 0) text += " replicas=" + std::to_string(claim.replicas);
  if (claim.compute_ratio) text += " compute=" + std::to_string(*claim.compute_ratio).substr(0, 4);
  if (claim.memory_bytes) text += " memory=" + std::to_string(*claim.memory_bytes);
  return text + "\n";
}

std::string to_text(const Facts& facts) {
  std::string text;
  for (const GrantRecord& record : *facts.records) {
    text += short_uid(record.pod.uid) + " " + record.pod.ns + "/" + record.pod.name + " " +
            record.container.c_str() + " " + record.resource +
            (record.monitoring ? " watches" : "");
    for (const std::string& id : record.ids) text += " " + id;
    text += "\n";
    for (const Claim& claim : record.claims) text += to_text(claim);
  }
  for (const Error& error : facts.skipped) {
    const std::string message = error.message();
    text += "skipped: " + message.substr(message.find(": ") + 2).substr(0, 120) + "\n";
  }
  return text.empty() ? "nothing\n" : text;
}

CheckpointSource::Options options_at(const fs::path& root) {
  const HostFs host(root);
  return {
      .node = "n",
      .checkpoint = {host, "/checkpoint"},
      .dra = {.state = {host, "/state"}, .nvidia = {host, "/nvidia"}, .boot_id = {host, "/boot"}}};
}

Result<Facts> read_as(const std::string& kind, const std::string& name, const std::string& bytes) {
  const testing::TempDir dir;
  const testing::ManualClock clock;
  if (kind == "gpu_manager") {
    dir.write("file", bytes);
    return GpuManagerSource({.node = "n", .checkpoint = {HostFs(dir.path()), "/file"}})
        .collect({}, {});
  }
  if (kind == "kubelet") dir.write("checkpoint", bytes);
  if (kind == "dra") dir.write(name.starts_with("nvidia") ? "nvidia" : "state", bytes);
  dir.write("boot", "0d9c6a9e-8f5a-4c7e-9b5e-1f2e3d4c5b6a\n");
  return CheckpointSource(options_at(dir.path()), clock).collect({}, {});
}

class Records : public ::testing::TestWithParam<std::string> {};

TEST_P(Records, AreAsKept) {
  const fs::path file = GetParam();
  const auto facts = read_as(file.parent_path().string(), file.filename().string(),
                             testing::checkpoint_file(GetParam()));
  ASSERT_TRUE(facts.has_value()) << facts.error().message();
  const std::string got = to_text(*facts);
  fs::path kept = kFiles / file;
  kept.replace_extension(".records.txt");
  if (std::getenv("UPDATE_GOLDEN") != nullptr) {
    std::ofstream(kept) << got;
    return;
  }
  EXPECT_EQ(got, testing::checkpoint_file(fs::path(GetParam()).replace_extension(".records.txt")));
}

std::vector<std::string> files() {
  std::vector<std::string> out;
  for (const auto& entry : fs::recursive_directory_iterator(kFiles)) {
    if (entry.path().extension() == ".json")
      out.push_back(entry.path().lexically_relative(kFiles).string());
  }
  std::ranges::sort(out);
  return out;
}

std::string test_name(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = fs::path(info.param).replace_extension().string();
  std::ranges::replace_if(name, [](char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Files, Records, ::testing::ValuesIn(files()), test_name);

TEST(CheckpointSource, AbsentUntilThereIsAFileAndDownAfterwards) {
  const testing::TempDir dir;
  const testing::ManualClock clock;
  CheckpointSource source(options_at(dir.path()), clock);
  EXPECT_EQ(source.collect({}, {}).error().kind, ErrorKind::absent);
  dir.write("checkpoint", testing::checkpoint_file("kubelet/pods.json"));
  EXPECT_TRUE(source.collect({}, {}).has_value());
  dir.write("checkpoint", "{\"Data\":{\"PodDev");
  EXPECT_EQ(source.collect({}, {}).error().kind, ErrorKind::malformed);
  fs::remove(dir / "checkpoint");
  EXPECT_EQ(source.collect({}, {}).error().kind, ErrorKind::not_found);
  fs::create_directory(dir / "checkpoint");
  EXPECT_EQ(source.collect({}, {}).error().kind, ErrorKind::unsupported);
}

TEST(CheckpointSource, DraFilesThatFailAreKeptForAWhile) {
  const testing::TempDir dir;
  testing::ManualClock clock;
  CheckpointSource source(options_at(dir.path()), clock);
  dir.write("checkpoint", testing::checkpoint_file("kubelet/nothing_granted.json"));
  dir.write("state", testing::checkpoint_file("dra/state_with_crc.json"));
  const auto records = [&] { return source.collect({}, {})->records->size(); };
  const std::size_t all = records();
  EXPECT_GT(all, 0U);
  dir.write("state", "torn");
  EXPECT_EQ(records(), all);
  EXPECT_FALSE(source.collect({}, {})->skipped.empty());
  clock.advance(std::chrono::minutes(3));
  EXPECT_EQ(records(), 0U);
}

TEST(CheckpointSource, WhatTheDriverPreparedBeforeTheNodeWasBootedIsOver) {
  const testing::TempDir dir;
  const testing::ManualClock clock;
  dir.write("nvidia", testing::checkpoint_file("dra/nvidia_second_version.json"));
  dir.write("boot", "another\n");
  CheckpointSource source(options_at(dir.path()), clock);
  const auto facts = source.collect({}, {});
  EXPECT_TRUE(!facts.has_value() || facts->records->empty());
}

}  // namespace
}  // namespace pge
