// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "app/flags.h"
#include "app/flags/table.h"
#include "base/strings.h"

namespace pge {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(Help, ShowsEveryFlagWithVariableAndDefault) {
  const std::string help = help_text();
  for (const flags::Flag& flag : flags::table()) {
    EXPECT_THAT(help, HasSubstr("  --" + std::string(flag.name))) << flag.name;
    EXPECT_THAT(help, HasSubstr("[" + flags::variable_of(flag.name) + "]")) << flag.name;
    EXPECT_THAT(help, HasSubstr("\n" + std::string(flag.group) + ":\n")) << flag.name;
  }
  EXPECT_THAT(help, HasSubstr("--source.podresources, --no-source.podresources"));
  EXPECT_THAT(help, HasSubstr("Default: 5s"));
  EXPECT_THAT(help, HasSubstr("version"));
}

TEST(Help, FitsATerminal) {
  const std::string help = help_text();
  for (const std::string_view line : split(help, '\n')) {
    EXPECT_LE(line.size(), 100U) << line;
    EXPECT_EQ(line, line.substr(0, line.find_last_not_of(' ') + 1)) << "blanks at its end";
  }
}

TEST(Version, SaysWhatItWasBuiltFrom) {
  const std::string text = version_text({"1.2.3", "abc123", "gcc 12.2.0", "linux", "arm64"});
  EXPECT_THAT(text, StartsWith("pod-gpu-exporter, version 1.2.3 (revision: abc123)\n"));
  EXPECT_THAT(text, HasSubstr("gcc 12.2.0"));
  EXPECT_THAT(text, HasSubstr("linux/arm64"));
}

TEST(Help, TheSettingsPageIsWhatTheTableSays) {
  const std::string path = std::string(PGE_SOURCE_DIR) + "/docs/flags.md";
  if (const char* update = std::getenv("UPDATE_GOLDEN"); update != nullptr && *update == '1') {
    std::ofstream(path, std::ios::binary) << flags_markdown();
  }
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  EXPECT_EQ(text, flags_markdown()) << "run app_test with UPDATE_GOLDEN=1 to rewrite " << path;
}

}  // namespace
}  // namespace pge
