// SPDX-License-Identifier: Apache-2.0
#include "app/flags/table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "app/flags/values.h"

namespace pge::flags {
namespace {

TEST(FlagTable, EveryRowIsComplete) {
  for (const Flag& flag : table()) {
    EXPECT_FALSE(flag.group.empty()) << flag.name;
    EXPECT_FALSE(flag.default_text.empty()) << flag.name;
    EXPECT_GT(flag.help.size(), 20U) << flag.name;
    EXPECT_TRUE(flag.help.ends_with('.')) << flag.name;
    EXPECT_EQ(flag.value_name.empty(), flag.kind == Kind::boolean) << flag.name;
    EXPECT_NE(flag.set, nullptr) << flag.name;
    EXPECT_EQ(find(flag.name), &flag);
  }
  EXPECT_EQ(find("no.such"), nullptr);
  EXPECT_EQ(find(""), nullptr);
}

TEST(FlagTable, NamesAndVariablesAreTheirRowsAlone) {
  std::set<std::string> seen = {"help", "version"};
  for (const Flag& flag : table()) {
    EXPECT_TRUE(std::ranges::all_of(flag.name, [](char c) {
      return (c >= 'a' && c <= 'z') || c == '.' || c == '-';
    })) << flag.name;
    EXPECT_TRUE(seen.insert(std::string(flag.name)).second) << flag.name;
    EXPECT_TRUE(seen.insert(variable_of(flag.name)).second) << flag.name;
    if (flag.kind == Kind::boolean) {
      EXPECT_TRUE(seen.insert("no-" + std::string(flag.name)).second) << flag.name;
    }
  }
}

TEST(FlagTable, RowsOfAGroupStandTogether) {
  std::set<std::string_view> done;
  std::string_view current;
  for (const Flag& flag : table()) {
    if (flag.group == current) continue;
    current = flag.group;
    EXPECT_TRUE(done.insert(current).second) << flag.name;
  }
}

// What --help calls the default is what an untouched Config holds.
TEST(FlagTable, SpeltDefaultsAreTheDefaults) {
  int spelt = 0;
  for (const Flag& flag : table()) {
    if (flag.default_is_said) continue;
    ++spelt;
    Config config;
    const std::vector<std::string> values = {std::string(flag.default_text)};
    ASSERT_TRUE(flag.set(config, values).has_value()) << flag.name;
    EXPECT_EQ(config, Config()) << flag.name;
  }
  EXPECT_GT(spelt, 8);
}

// A row whose setter writes to another row's member would be found here.
TEST(FlagTable, EveryRowChangesAMemberOfItsOwn) {
  const std::pair<std::string_view, std::string> changes[] = {
      {"config.file", "/x"},
      {"demo", "true"},
      {"demo.nodes", "7"},
      {"demo.gpus-per-node", "7"},
      {"demo.churn", "0.5"},
      {"demo.seed", "7"},
      {"node-name", "x"},
      {"host.root", "/x"},
      {"kubelet.root-dir", "/x"},
      {"kubelet.socket", "/x"},
      {"kubelet.checkpoint", "/x"},
      {"gpu-manager.checkpoint", "/x"},
      {"resources", "x.com/y"},
      {"source.podresources", "false"},
      {"source.checkpoint", "false"},
      {"source.podnames", "false"},
      {"source.gpumanager", "false"},
      {"source.nvidiaproc", "false"},
      {"refresh.interval", "1s"},
      {"staleness.limit", "1s"},
      {"metrics.legacy", "true"},
      {"web.listen-address", ":1"},
      {"web.telemetry-path", "/x"},
      {"web.config.file", "/x"},
      {"web.max-requests", "1"},
      {"web.max-streams", "1"},
      {"web.probe-address", ":1"},
      {"web.systemd-socket", "true"},
      {"web.enable-lifecycle", "true"},
      {"log.level", "debug"},
      {"log.format", "json"},
  };
  ASSERT_EQ(std::size(changes), table().size());
  std::vector<Config> results;
  for (const auto& [name, value] : changes) {
    const Flag* flag = find(name);
    ASSERT_NE(flag, nullptr) << name;
    Config config;
    ASSERT_TRUE(flag->set(config, std::vector<std::string>{value}).has_value()) << name;
    EXPECT_NE(config, Config()) << name;
    EXPECT_EQ(std::ranges::find(results, config), results.end()) << name;
    results.push_back(config);
  }
}

TEST(FlagTable, AFailedSetterSaysWhyAndWhatToDo) {
  for (const Flag& flag : table()) {
    Config config;
    const auto done = flag.set(config, std::vector<std::string>{std::string("\0 nonsense", 10)});
    ASSERT_FALSE(done.has_value()) << flag.name;
    EXPECT_FALSE(done.error().text.empty()) << flag.name;
    EXPECT_FALSE(done.error().remedy.empty()) << flag.name;
    EXPECT_EQ(done.error().kind, ErrorKind::malformed) << flag.name;
  }
}

TEST(Nearest, FindsSlipsAndLeavesStrangersAlone) {
  const std::vector<std::string> names = {"log.level", "log.format", "web.listen-address"};
  EXPECT_EQ(nearest("log.levl", names), "log.level");
  EXPECT_EQ(nearest("LOG_LEVEL", names), "log.level");
  EXPECT_EQ(nearest("listen-address", names), "web.listen-address");
  EXPECT_EQ(nearest("level", names), "log.level");
  EXPECT_EQ(nearest("frobnicate", names), "");
  EXPECT_EQ(nearest("", names), "");
  EXPECT_EQ(nearest(std::string(1'000'000, 'l'), names), "");
  EXPECT_EQ(nearest("log.level", {}), "");
}

}  // namespace
}  // namespace pge::flags
