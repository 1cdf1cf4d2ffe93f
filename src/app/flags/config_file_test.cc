// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "app/flags/given.h"
#include "testing/temp_dir.h"

namespace pge::flags {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

class ConfigFileTest : public ::testing::Test {
 protected:
  Layer read(std::string_view text) {
    return read_config_file(dir_.write("c.yaml", text).string(), "--config.file");
  }
  std::string only_error(std::string_view text) {
    const Layer layer = read(text);
    EXPECT_THAT(layer.errors, SizeIs(1)) << text.substr(0, 200);
    return layer.errors.empty() ? "" : layer.errors[0].message();
  }
  std::vector<std::string> value(const Layer& layer, std::string_view name) {
    for (const Given& given : layer.given) {
      if (given.flag->name == name) return given.values;
    }
    return {"(not given)"};
  }

  pge::testing::TempDir dir_;
};

TEST_F(ConfigFileTest, ReadsNestedAndDottedKeys) {
  const Layer layer = read(
      "# a comment\n"
      "log.level: debug\n"
      "log:\n  format: json\n"
      "web:\n  listen-address: [':9401', '[::1]:9402']\n  telemetry-path: /m\n"
      "source: {podresources: false}\n"
      "resources: nvidia.com/gpu,amd.com/gpu\n"
      "node-name: 007\n");
  EXPECT_THAT(layer.errors, IsEmpty());
  EXPECT_THAT(value(layer, "log.level"), ElementsAre("debug"));
  EXPECT_THAT(value(layer, "log.format"), ElementsAre("json"));
  EXPECT_THAT(value(layer, "web.listen-address"), ElementsAre(":9401", "[::1]:9402"));
  EXPECT_THAT(value(layer, "web.telemetry-path"), ElementsAre("/m"));
  EXPECT_THAT(value(layer, "source.podresources"), ElementsAre("false"));
  EXPECT_THAT(value(layer, "resources"), ElementsAre("nvidia.com/gpu,amd.com/gpu"));
  EXPECT_THAT(value(layer, "node-name"), ElementsAre("007"));
  for (const Given& given : layer.given) EXPECT_THAT(given.where, HasSubstr("c.yaml:"));
}

TEST_F(ConfigFileTest, JsonIsYamlToo) {
  EXPECT_THAT(value(read(R"({"log": {"level": "warn"}})"), "log.level"), ElementsAre("warn"));
}

TEST_F(ConfigFileTest, AnEmptyFileSaysNothing) {
  for (const auto* text : {"", "\n", "# only a comment\n", "---\n", "{}", "~"}) {
    const Layer layer = read(text);
    EXPECT_THAT(layer.errors, IsEmpty()) << text;
    EXPECT_THAT(layer.given, IsEmpty()) << text;
  }
}

TEST_F(ConfigFileTest, NamesLineKeyAndRemedy) {
  EXPECT_THAT(only_error("log:\n  levle: debug\n"),
              AllOf(HasSubstr("c.yaml:2: log.levle: unknown setting"),
                    HasSubstr("did you mean log.level?")));
  EXPECT_THAT(
      only_error("frobnicate: hunter2"),
      AllOf(HasSubstr("c.yaml:1: frobnicate"), HasSubstr("--help"), Not(HasSubstr("hunter"))));
  EXPECT_THAT(only_error("no-source.podresources: true"),
              HasSubstr("did you mean source.podresources?"));
  EXPECT_THAT(only_error("a: 1\n---\nb: 2\n"), HasSubstr("second document"));
  EXPECT_THAT(only_error("- log.level\n"), HasSubstr("not a map"));
  EXPECT_THAT(only_error("just text"), HasSubstr("not a map"));
  EXPECT_THAT(only_error("log.level: debug\nlog: {level: info}\n"),
              HasSubstr("c.yaml:2: log.level: stands"));
  EXPECT_THAT(only_error("log.level: info\nlog.level: info\n"), HasSubstr("twice"));
  EXPECT_THAT(only_error("log.level:\n"), HasSubstr("no value"));
  EXPECT_THAT(only_error("log.level: [debug]"), HasSubstr("not a list"));
  EXPECT_THAT(only_error("log: {level: {x: y}}"), HasSubstr("log.level.x"));
  EXPECT_THAT(only_error("resources: []"), HasSubstr("empty list"));
  EXPECT_THAT(only_error("resources: [a, {b: c}]"), HasSubstr("an item that is no text"));
  EXPECT_THAT(only_error("resources: [~]"), HasSubstr("an item that is no text"));
  EXPECT_THAT(only_error("config.file: /etc/x"), HasSubstr("cannot be set in a file"));
  EXPECT_THAT(only_error("? [a, b]\n: c\n"), HasSubstr("a key that is no text"));
  EXPECT_THAT(only_error("<<: {log.level: info}"), HasSubstr("<<"));
}

TEST_F(ConfigFileTest, WhatIsNoYamlIsSaidWithItsLine) {
  EXPECT_THAT(only_error("log.level: info\nlog: [\n"), HasSubstr("not YAML"));
  for (const auto* text : {"{", "a: b: c", "\t- x", "\"", "*x", "a: &a [*a",
                           "%YAML 9.9\n--- x\n---", "!!int {", "- [}", "a: *nope"}) {
    EXPECT_THAT(only_error(text), HasSubstr("c.yaml")) << text;
  }
}

TEST_F(ConfigFileTest, ReportsEveryErrorAtOnce) {
  EXPECT_THAT(read("x: 1\ny: 2\nlog.level: [a]\nlog.format: json\n").errors, SizeIs(3));
}

TEST_F(ConfigFileTest, HostileFilesAreBounded) {
  std::string bomb = "a0: &a0 {x: y}\n";
  for (int i = 1; i < 40; ++i) {
    const std::string last = "*a" + std::to_string(i - 1);
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " {l: " + last + ", r: " + last +
            "}\n";
  }
  EXPECT_LE(read(bomb).errors.size(), 10'001U);
  EXPECT_GE(read("&a {k: *a}").errors.size(), 1U);
  EXPECT_GE(read(std::string(200'000, '[')).errors.size(), 1U);
  EXPECT_GE(read(std::string(200'000, '{')).errors.size(), 1U);
  EXPECT_GE(read("a: " + std::string(2 << 20, 'x')).errors.size(), 1U);
  std::string deep;
  for (int i = 0; i < 300; ++i) deep += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
  EXPECT_GE(read(deep).errors.size(), 1U);
  EXPECT_THAT(only_error(std::string(5'000, 'k') + ": v"), ::testing::SizeIs(::testing::Lt(400U)));
  std::string bytes;
  for (int i = 0; i < 256; ++i) bytes += static_cast<char>(i);
  EXPECT_GE(read(bytes).errors.size(), 1U);
}

TEST_F(ConfigFileTest, AFileThatCannotBeReadIsAnError) {
  ASSERT_EQ(::mkfifo((dir_ / "fifo").c_str(), 0600), 0);
  for (const std::string& path : {(dir_ / "gone").string(), (dir_ / "fifo").string(),
                                  dir_.path().string(), std::string("/dev/zero")}) {
    const Layer layer = read_config_file(path, "PGE_CONFIG_FILE");
    ASSERT_THAT(layer.errors, SizeIs(1)) << path;
    EXPECT_THAT(layer.errors[0].message(),
                AllOf(HasSubstr("PGE_CONFIG_FILE"), HasSubstr(path), HasSubstr("cannot be read")));
  }
}

TEST_F(ConfigFileTest, LinksAsOfAConfigMapAreFollowed) {
  dir_.write("..2026/exporter.yaml", "log.level: debug");
  std::filesystem::create_symlink("..2026", dir_ / "..data");
  std::filesystem::create_symlink("..data/exporter.yaml", dir_ / "exporter.yaml");
  const Layer layer = read_config_file((dir_ / "exporter.yaml").string(), "--config.file");
  EXPECT_THAT(value(layer, "log.level"), ElementsAre("debug"));
}

}  // namespace
}  // namespace pge::flags
