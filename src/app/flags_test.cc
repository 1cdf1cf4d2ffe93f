// SPDX-License-Identifier: Apache-2.0
#include "app/flags.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/temp_dir.h"

namespace pge {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using namespace std::chrono_literals;

ConfigInputs inputs(std::vector<std::string> arguments, std::vector<std::string> environment = {}) {
  return {std::move(arguments), std::move(environment), "machine"};
}

Startup good(const ConfigInputs& from) {
  auto startup = configure(from);
  EXPECT_TRUE(startup.has_value()) << (startup ? "" : errors_text(startup.error()));
  return startup.value_or(Startup());
}

std::vector<ConfigError> errors_of(const ConfigInputs& from) {
  auto startup = configure(from);
  EXPECT_FALSE(startup.has_value());
  return startup ? std::vector<ConfigError>() : std::move(startup.error());
}

TEST(Configure, TellsEverythingThatIsWrongWithTheWebConfiguration) {
  testing::TempDir dir;
  const auto file = dir.write("web.yml", "junk: 1\nrate_limit: {interval: soon}\n").string();
  const auto errors = errors_of(inputs({"--web.config.file=" + file, "--log.level=loud"}));
  ASSERT_THAT(errors, SizeIs(3));
  const std::string text = errors_text(errors);
  EXPECT_THAT(text, AllOf(HasSubstr(file + ":1: junk: unknown key"), HasSubstr(":2: rate_limit"),
                          HasSubstr("loud")));
  good(inputs({"--web.config.file=" + dir.write("good.yml", "rate_limit: {}\n").string()}));
}

TEST(Configure, WithoutAnythingEverythingIsAtItsDefault) {
  testing::TempDir empty_host;
  const Startup startup = good(inputs({"--host.root=" + empty_host.path().string()}));
  EXPECT_EQ(startup.command, Command::serve);
  EXPECT_THAT(startup.warnings, IsEmpty());
  Config expected;
  expected.node_name = "machine";
  expected.host_root = empty_host.path();
  expected.kubelet_root_dir.root = empty_host.path();
  expected.kubelet_socket.root = empty_host.path();
  expected.kubelet_checkpoint.root = empty_host.path();
  expected.gpu_manager_checkpoint.root = empty_host.path();
  EXPECT_EQ(startup.config, expected);
}

TEST(Configure, FlagOverVariableOverFileOverDefault) {
  testing::TempDir dir;
  const std::string file =
      "--config.file=" +
      dir.write("c.yaml",
                "log: {level: error, format: json}\nrefresh.interval: 7s\nweb.max-requests: 7\n")
          .string();
  const Config config =
      good(inputs({file, "--log.level=debug", "--node-name=n"},
                  {"PGE_LOG_LEVEL=warn", "PGE_REFRESH_INTERVAL=8s", "NODE_NAME=other"}))
          .config;
  EXPECT_EQ(config.log_level, LogLevel::debug);
  EXPECT_EQ(config.refresh_interval, 8s);
  EXPECT_EQ(config.web_max_requests, 7U);
  EXPECT_EQ(config.log_format, LogFormat::json);
  EXPECT_EQ(config.staleness_limit, 2min);
  EXPECT_EQ(config.node_name, "n");
}

TEST(Configure, AnOverriddenValueIsNotLookedAt) {
  EXPECT_EQ(good(inputs({"--log.level=debug"}, {"PGE_LOG_LEVEL=loud"})).config.log_level,
            LogLevel::debug);
}

TEST(Configure, TheFileMayBeNamedByItsVariable) {
  testing::TempDir dir;
  const auto path = dir.write("c.yaml", "log.level: error");
  EXPECT_EQ(good(inputs({}, {"PGE_CONFIG_FILE=" + path.string()})).config.log_level,
            LogLevel::error);
}

TEST(Configure, AListOfOneLayerReplacesThatOfTheNext) {
  const Config config =
      good(inputs({"--web.listen-address=:1, [::1]:2", "--web.listen-address=127.0.0.1:0"},
                  {"PGE_WEB_LISTEN_ADDRESS=:3", "PGE_RESOURCES=a.com/x,b.com/*"}))
          .config;
  EXPECT_THAT(
      config.web_listen_addresses,
      ElementsAre(ListenAddress{"", 1}, ListenAddress{"::1", 2}, ListenAddress{"127.0.0.1", 0}));
  EXPECT_THAT(config.resources, ElementsAre("a.com/x", "b.com/*"));
}

TEST(Configure, HostRootStandsBeforeDefaultPathsOnly) {
  testing::TempDir host;
  const std::string root = "--host.root=" + host.path().string();
  Config config = good(inputs({root, "--kubelet.checkpoint=/given"})).config;
  EXPECT_EQ(config.kubelet_checkpoint, (NodePath{"/", "/given"}));
  EXPECT_EQ(config.kubelet_socket,
            (NodePath{host.path(), "/var/lib/kubelet/pod-resources/kubelet.sock"}));

  config = good(inputs({root, "--kubelet.root-dir=/k0s"})).config;
  EXPECT_EQ(config.kubelet_socket, (NodePath{"/", "/k0s/pod-resources/kubelet.sock"}));
  EXPECT_EQ(config.kubelet_checkpoint.root, host.path());

  config = good(inputs({root, "--kubelet.root-dir=/k0s", "--kubelet.socket=unix:///s"})).config;
  EXPECT_EQ(config.kubelet_socket, (NodePath{"/", "/s"}));
}

TEST(Configure, TheNodesNameHasFourSources) {
  testing::TempDir host;
  const std::string root = "--host.root=" + host.path().string();
  EXPECT_EQ(good(inputs({root})).config.node_name, "machine");
  host.write("etc/hostname", "from-file\n");
  EXPECT_EQ(good(inputs({root})).config.node_name, "from-file");
  EXPECT_EQ(good(inputs({root}, {"NODE_NAME="})).config.node_name, "from-file");
  EXPECT_EQ(good(inputs({root}, {"NODE_NAME=from-env"})).config.node_name, "from-env");
  EXPECT_EQ(good(inputs({root}, {"NODE_NAME=x", "PGE_NODE_NAME=own"})).config.node_name, "own");
  host.write("etc/hostname", "two words\n");
  EXPECT_EQ(good(inputs({root})).config.node_name, "machine");
  EXPECT_THAT(errors_of(inputs({root}, {"NODE_NAME=a b"})), SizeIs(1));
  EXPECT_THAT(errors_of({{root}, {}, ""})[0].message(), HasSubstr("--node-name"));
}

TEST(Configure, EveryErrorIsReportedAtOnce) {
  testing::TempDir dir;
  const auto errors = errors_of(inputs(
      {"--config.file=" + dir.write("c.yaml", "web.max-requests: many\nfrob: 1\n").string(),
       "--log.levle=debug", "--log.format=xml", "--refresh.interval", "--web.telemetry-path="},
      {"PGE_STALENESS_LIMIT=5", "NODE_NAME=a/b"}));
  const std::string text = errors_text(errors);
  EXPECT_THAT(errors, SizeIs(8)) << text;
  EXPECT_THAT(text, AllOf(HasSubstr("8 errors"), HasSubstr("c.yaml:1: web.max-requests=\"many\""),
                          HasSubstr("c.yaml:2: frob"), HasSubstr("--log.levle: unknown flag"),
                          HasSubstr("--log.format=\"xml\""), HasSubstr("--refresh.interval=\"\"")));
  EXPECT_THAT(text, AllOf(HasSubstr("PGE_STALENESS_LIMIT=\"5\""), HasSubstr("NODE_NAME=\"a/b\""),
                          HasSubstr("--web.telemetry-path=\"\""), HasSubstr("--help")));
}

TEST(Configure, SettingsMustFitTogether) {
  auto errors = errors_of(inputs({"--staleness.limit=1s"}));
  ASSERT_THAT(errors, SizeIs(1));
  EXPECT_THAT(errors[0].message(),
              AllOf(HasSubstr("--staleness.limit=\"1s\""), HasSubstr("--refresh.interval (5s)")));
  errors = errors_of(inputs({"--refresh.interval=5m"}));
  EXPECT_THAT(errors[0].message(), HasSubstr("--staleness.limit (2m)"));
  good(inputs({"--refresh.interval=1s", "--staleness.limit=1s"}));

  errors = errors_of(inputs({"--web.listen-address=:9401,:9401"}));
  EXPECT_THAT(errors[0].message(), AllOf(HasSubstr("--web.listen-address"), HasSubstr("twice")));
  good(inputs({"--web.listen-address=127.0.0.1:0,127.0.0.1:0"}));

  const std::string longest = "/" + std::string(106, 's');
  good(inputs({"--kubelet.socket=" + longest}));
  errors = errors_of(inputs({"--kubelet.socket=" + longest + "s"}));
  ASSERT_THAT(errors, SizeIs(1));
  EXPECT_THAT(errors[0].message(),
              AllOf(HasSubstr("--kubelet.socket"), HasSubstr("108 bytes"), HasSubstr("107")));
  good(inputs({"--kubelet.socket=" + longest + "s", "--no-source.podresources"}));

  errors = errors_of(inputs({"--host.root=/nonexistent/host"}));
  EXPECT_THAT(errors[0].message(),
              AllOf(HasSubstr("--host.root=\"/nonexistent/host\""), HasSubstr("not a directory")));
}

TEST(Configure, WithoutAnySourceThereIsAWarning) {
  EXPECT_THAT(good(inputs({"--no-source.podresources", "--no-source.podnames"})).warnings,
              ElementsAre(HasSubstr("podresources")));
  EXPECT_THAT(good(inputs({"--no-source.podresources", "--no-source.checkpoint"})).warnings,
              ElementsAre(HasSubstr("podresources")));
  EXPECT_THAT(good(inputs({"--no-source.podresources"})).warnings, IsEmpty())
      << "the node's files are enough";
}

TEST(Configure, HelpAndVersionNeedNoValidSettings) {
  EXPECT_EQ(good(inputs({"--help", "--log.level=loud", "--frob"})).command, Command::help);
  EXPECT_EQ(good(inputs({"version"}, {"PGE_LOG_LEVEL=loud"})).command, Command::version);
}

TEST(Configure, APasswordInAUrlIsNotRepeated) {
  const auto errors = errors_of(inputs({"--web.telemetry-path=http://me:hunter2@host/metrics"}));
  EXPECT_THAT(errors_text(errors), ::testing::Not(HasSubstr("hunter2")));
}

TEST(InputsOfProcess, TakesArgumentsEnvironmentAndHostName) {
  const char* argv[] = {"pod-gpu-exporter", "--a", "b"};
  ASSERT_EQ(::setenv("PGE_TEST_OF_INPUTS", "x", 1), 0);
  const ConfigInputs taken = inputs_of_process(3, argv);
  ::unsetenv("PGE_TEST_OF_INPUTS");
  EXPECT_THAT(taken.arguments, ElementsAre("--a", "b"));
  EXPECT_THAT(taken.environment, ::testing::Contains("PGE_TEST_OF_INPUTS=x"));
  EXPECT_FALSE(taken.host_name.empty());
}

}  // namespace
}  // namespace pge
