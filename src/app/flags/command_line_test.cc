// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/flags/given.h"

namespace pge::flags {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

std::vector<std::string> values_of(const CommandLine& line, std::string_view name) {
  for (const Given& given : line.layer.given) {
    if (given.flag->name == name) return given.values;
  }
  return {"(not given)"};
}

TEST(CommandLine, TakesValuesWithEqualsAndAfterABlank) {
  const auto line =
      read_command_line({"--log.level=debug", "--node-name", "n1", "--log.format", "json"});
  EXPECT_THAT(line.layer.errors, IsEmpty());
  EXPECT_THAT(values_of(line, "log.level"), ElementsAre("debug"));
  EXPECT_THAT(values_of(line, "node-name"), ElementsAre("n1"));
  EXPECT_THAT(values_of(line, "log.format"), ElementsAre("json"));
  EXPECT_THAT(line.layer.given, SizeIs(3));
  EXPECT_EQ(line.layer.given[0].where.substr(0, 2), "--");
}

TEST(CommandLine, SwitchesAreOnOffOrSpelt) {
  const std::pair<std::string, std::string> cases[] = {
      {"--metrics.legacy", "true"},          {"--no-metrics.legacy", "false"},
      {"--metrics.legacy=false", "false"},   {"--metrics.legacy=true", "true"},
      {"--no-metrics.legacy=true", "false"}, {"--no-metrics.legacy=false", "true"},
  };
  for (const auto& [argument, expected] : cases) {
    const auto line = read_command_line({argument});
    EXPECT_THAT(line.layer.errors, IsEmpty()) << argument;
    EXPECT_THAT(values_of(line, "metrics.legacy"), ElementsAre(expected)) << argument;
  }
}

TEST(CommandLine, AnEmptyValueIsAValue) {
  const auto line =
      read_command_line({"--web.telemetry-path=", "--node-name=", "--log.level=info"});
  EXPECT_THAT(values_of(line, "web.telemetry-path"), ElementsAre(""));
  EXPECT_THAT(values_of(line, "node-name"), ElementsAre(""));
  EXPECT_THAT(values_of(line, "log.level"), ElementsAre("info"));
}

TEST(CommandLine, AnEmptyValueDoesNotSwallowWhatFollows) {
  const auto line = read_command_line({"--node-name=", "version"});
  EXPECT_EQ(line.command, Command::version);
  EXPECT_THAT(values_of(line, "node-name"), ElementsAre(""));
}

TEST(CommandLine, ValuesKeepTheirSigns) {
  const auto line = read_command_line({"--node-name=a=b", "--web.max-requests=-5",
                                       "--web.listen-address=[::1]:9401", "--resources=[a,b]"});
  EXPECT_THAT(values_of(line, "node-name"), ElementsAre("a=b"));
  EXPECT_THAT(values_of(line, "web.max-requests"), ElementsAre("-5"));
  EXPECT_THAT(values_of(line, "web.listen-address"), ElementsAre("[::1]:9401"));
}

TEST(CommandLine, ListsMayBeRepeated) {
  const auto line = read_command_line({"--web.listen-address=:1", "--web.listen-address", ":2,:3"});
  EXPECT_THAT(values_of(line, "web.listen-address"), ElementsAre(":1", ":2,:3"));
  EXPECT_THAT(line.layer.warnings, IsEmpty());
}

TEST(CommandLine, OfARepeatedSingleValueTheLastCounts) {
  const auto line = read_command_line(
      {"--log.level=info", "--log.level=debug", "--metrics.legacy", "--no-metrics.legacy"});
  EXPECT_THAT(values_of(line, "log.level"), ElementsAre("debug"));
  EXPECT_THAT(values_of(line, "metrics.legacy"), ElementsAre("false"));
  EXPECT_THAT(line.layer.warnings,
              ElementsAre(HasSubstr("--metrics.legacy"), HasSubstr("--log.level")));
}

TEST(CommandLine, KnowsItsCommands) {
  EXPECT_EQ(read_command_line({}).command, Command::serve);
  EXPECT_EQ(read_command_line({"version"}).command, Command::version);
  EXPECT_EQ(read_command_line({"--version"}).command, Command::version);
  EXPECT_EQ(read_command_line({"--list-schemes"}).command, Command::list_schemes);
  EXPECT_EQ(read_command_line({"--log.level=debug", "version"}).command, Command::version);
  EXPECT_EQ(read_command_line({"--help"}).command, Command::help);
  EXPECT_EQ(read_command_line({"version", "-h"}).command, Command::help);
}

TEST(CommandLine, SuggestsWhatWasMeant) {
  const std::pair<std::string, std::string> cases[] = {
      {"--log.levle=debug", "did you mean --log.level?"},
      {"--log-level=debug", "did you mean --log.level?"},
      {"--LOG.LEVEL=debug", "did you mean --log.level?"},
      {"-log.level=debug", "did you mean --log.level?"},
      {"--listen-address=:1", "did you mean --web.listen-address?"},
      {"--no-metric.legacy", "did you mean --no-metrics.legacy?"},
      {"--node_name=x", "did you mean --node-name?"},
      {"--hlep", "did you mean --help?"},
      {"--kubelet-socket=/x", "did you mean --kubelet.socket?"},
      {"verison", "did you mean version?"},
      {"--frobnicate", "see --help"},
      {"frobnicate", "see --help"},
  };
  for (const auto& [argument, remedy] : cases) {
    const auto line = read_command_line({argument});
    ASSERT_THAT(line.layer.errors, SizeIs(1)) << argument;
    EXPECT_EQ(line.layer.errors[0].remedy, remedy) << argument;
  }
}

TEST(CommandLine, ReportsEveryUnknownFlagWithoutItsValue) {
  const auto line =
      read_command_line({"--password=hunter2", "--token", "hunter3", "--log.levle", "x"});
  ASSERT_THAT(line.layer.errors, SizeIs(3));
  EXPECT_EQ(line.layer.errors[0].where, "--password");
  EXPECT_EQ(line.layer.errors[1].where, "--token");
  EXPECT_EQ(line.layer.errors[2].where, "--log.levle");
  EXPECT_THAT(errors_text(line.layer.errors), Not(HasSubstr("hunter")));
}

TEST(CommandLine, AWordAfterASwitchGetsItsOwnAdvice) {
  const auto line = read_command_line({"--metrics.legacy", "false"});
  ASSERT_THAT(line.layer.errors, SizeIs(1));
  EXPECT_THAT(line.layer.errors[0].remedy, HasSubstr("--metrics.legacy=false"));
}

TEST(CommandLine, OddArgumentsAreErrorsNotCrashes) {
  for (const std::string& odd :
       {std::string("--"), std::string("-"), std::string("--=x"), std::string("-x"),
        std::string("---log.level=debug"), std::string("\xFF\xFE"), std::string("--\x1B[31m"),
        std::string(100'000, '-'), "--" + std::string(100'000, 'a'), std::string("a\0b", 3),
        std::string("--log.level.debug")}) {
    const auto line = read_command_line({odd});
    ASSERT_THAT(line.layer.errors, SizeIs(1)) << odd.substr(0, 20);
    EXPECT_LT(line.layer.errors[0].message().size(), 500U);
  }
  EXPECT_THAT(read_command_line(std::vector<std::string>(20'000, "x")).layer.errors, SizeIs(1));
}

}  // namespace
}  // namespace pge::flags
