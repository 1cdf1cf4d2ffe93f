// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/flags.h"
#include "app/flags/table.h"

namespace pge {
namespace {

using ::testing::HasSubstr;

TEST(Completion, EveryFlagIsOfferedInEveryShell) {
  for (const flags::Flag& flag : flags::table()) {
    const std::string name(flag.name);
    EXPECT_THAT(completion_text(Shell::bash), HasSubstr("--" + name));
    EXPECT_THAT(completion_text(Shell::zsh), HasSubstr("--" + name));
    EXPECT_THAT(completion_text(Shell::fish), HasSubstr("-l " + name + " "));
  }
}

// A choice that the setter refuses, or one that is not offered, would be found here.
TEST(Completion, OfferedChoicesAreValid) {
  int choices = 0;
  for (const flags::Flag& flag : flags::table()) {
    std::string word;
    for (const char c : std::string(flag.choices) + " ") {
      if (c != ' ') {
        word += c;
        continue;
      }
      if (word.empty()) continue;
      Config config;
      EXPECT_TRUE(flag.set(config, std::vector<std::string>{word})) << flag.name << "=" << word;
      ++choices;
      word.clear();
    }
  }
  EXPECT_GE(choices, 6);
}

TEST(Completion, IsACommandWithAShell) {
  const auto startup = configure({{"completion", "fish"}, {}, "machine"});
  ASSERT_TRUE(startup.has_value());
  EXPECT_EQ(startup->command, Command::completion);
  EXPECT_EQ(startup->shell, Shell::fish);
}

TEST(Completion, AWrongShellIsAnErrorWithAdvice) {
  const auto slip = configure({{"completion", "zhs"}, {}, "machine"});
  ASSERT_FALSE(slip.has_value());
  EXPECT_EQ(slip.error().front().remedy, "did you mean zsh?");
  const auto none = configure({{"completion"}, {}, "machine"});
  ASSERT_FALSE(none.has_value());
  EXPECT_EQ(none.error().front().remedy, "choose bash, zsh or fish");
  const auto command = configure({{"completoin"}, {}, "machine"});
  ASSERT_FALSE(command.has_value());
  EXPECT_EQ(command.error().front().remedy, "did you mean completion?");
}

}  // namespace
}  // namespace pge
