// SPDX-License-Identifier: Apache-2.0
//
// Bad values, each given in every way a setting can be given. All must be refused with a message
// that names the flag, variable or key and says what to do.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "app/flags.h"
#include "app/flags/table.h"
#include "testing/temp_dir.h"

namespace pge {
namespace {

using ::testing::HasSubstr;

struct BadValues {
  std::string_view flag;
  std::vector<std::string> values;
};

const std::vector<std::string>& bad_durations() {
  static const std::vector<std::string> values = {
      " ",   "5",   "s",    "-5s", "5 s",   "5x",   "5S",       "1..5s",       "0",
      "0s",  "1ns", "99ms", "25h", "1000h", "5y",   "five",     "1e3s",        "+5s",
      "5s,", "inf", "nan",  "5s5", "1m-1s", "0x5s", "\xC2\xB5", "9999999999h", "300000w"};
  return values;
}

const std::vector<std::string>& bad_paths() {
  static const std::vector<std::string> values = {"metrics",
                                                  "/",
                                                  "/metrics/nodes",
                                                  "/metric",
                                                  "/livez",
                                                  "/healthz",
                                                  "/readyz",
                                                  "/-/ready",
                                                  "/api",
                                                  "/api/v1/pods",
                                                  "/a b",
                                                  "/a?b",
                                                  "/a#b",
                                                  "/a%20b",
                                                  "/a/",
                                                  "//",
                                                  "/a//b",
                                                  "/a/./b",
                                                  "/../a",
                                                  "/\xC3\xA4",
                                                  "/a\nb",
                                                  "/a\"b",
                                                  "http://host/metrics",
                                                  "/" + std::string(300, 'p')};
  return values;
}

const std::vector<BadValues>& bad_values() {
  static const std::vector<BadValues> table = {
      {"config.file", {"/nonexistent/c.yaml", "/", "/dev/null", "/dev/zero", "relative/gone.yaml"}},
      {"demo.nodes", {"0", "5001", "-1", "4.5", "four", " ", "99999999999999999999"}},
      {"demo.gpus-per-node", {"0", "17", "-1", "all", " 8"}},
      {"demo.churn", {"-1", "-0.5", "1001", "nan", "inf", "1e2", "2/s", " ", "0x2", "2,5", "+2"}},
      {"demo.seed", {"0", "-1", "4294967296", "abc", "1.5"}},
      {"node-name", {"a b", "a/b", "a\tb", "a\"b", "\xFF", " ", "\x1B[31m", std::string(254, 'n')}},
      {"host.root", {"/nonexistent", "/etc/hostname/x", "/dev/null", "relative/gone"}},
      {"kubelet.root-dir", {"unix://", "unix:", std::string(5000, 'p')}},
      {"kubelet.socket", {"unix://", "unix:", std::string(5000, 'p')}},
      {"kubelet.checkpoint", {"unix://", "unix:", std::string(5000, 'p')}},
      {"resources",
       {"gpu", ",", "a.com/x,", ",a.com/x", "a.com/x,,b.com/y", "a b/c", "nvidia.com/[gm]pu",
        "a.com/x;b", "a.com/\xC3\xA4", "nvidia.com/gpu:2", "\xFF", std::string(400, 'r'),
        "a.com/x,gpu"}},
      {"source.podresources", {"maybe", "2", "-1", "truee", "t", "enabled", "true false", " true"}},
      {"metrics.legacy", {"maybe", "2", "-1", "flase", "n", "disabled", "true,false", "null"}},
      {"refresh.interval", bad_durations()},
      {"staleness.limit", bad_durations()},
      {"web.listen-address",
       {"9401",          ":",         ":x",        ":-1",         ":65536",        ":99999999999",
        ":9401,",        ",",         "1.2.3:1",   "1.2.3.4.5:1", "999.1.1.1:1",   "::1:9401",
        "[::1]",         "[::1]9401", "[::1:9401", "[::g]:1",     "[]:1",          "host name:1",
        "example.com:1", ":9401:1",   ": 1",       ":1 ,:2x",     "vsock://:9401", "http://:9401",
        "unix:/x",       ":0x10",     ":+1",       "\xFF:1",      ":1,:1"}},
      {"web.telemetry-path", bad_paths()},
      {"web.max-requests",
       {"0", "-1", "+1", "10001", "4294967297", "99999999999999999999", "1.5", "1e3", "0x10",
        "many", " ", "40 ", "40,41"}},
      {"web.config.file", {"/nonexistent/w.yml", "/", "/dev/null", "relative/gone.yml"}},
      {"web.max-streams", {"0", "-1", "10001", "many", " "}},
      {"web.probe-address", {"9402", "localhost", "[::1", "a.b:1", ":70000", " "}},
      {"log.level",
       {"loud", "INFO", "Debug", "trace", "warning", "fatal", "info,debug", " ", "0", "infoo"}},
      {"log.format", {"xml", "JSON", "text", "logger:stderr", "json,logfmt", " ", "1", "jso"}},
  };
  return table;
}

// One error that names `where`, tells something and gives advice.
void expect_refused(const ConfigInputs& inputs, const std::string& where) {
  const auto startup = configure(inputs);
  ASSERT_FALSE(startup.has_value()) << where;
  ASSERT_EQ(startup.error().size(), 1U) << errors_text(startup.error());
  const ConfigError& error = startup.error().front();
  EXPECT_THAT(error.where, HasSubstr(where));
  EXPECT_FALSE(error.text.empty()) << error.message();
  EXPECT_FALSE(error.remedy.empty()) << error.message();
  const std::string text = errors_text(startup.error());
  EXPECT_LT(text.size(), 800U) << text;
  for (const char c : text) EXPECT_TRUE(static_cast<unsigned char>(c) >= 0x20 || c == '\n') << text;
}

// `value` as a YAML text, whatever is in it.
std::string quoted(const std::string& value) {
  std::string text = "'";
  for (const char c : value) text += c == '\'' ? "''" : std::string(1, c);
  return text + "'";
}

bool fits_in_yaml(const std::string& value) {
  return std::ranges::all_of(value,
                             [](char c) { return static_cast<unsigned char>(c) - 0x20U < 0x5FU; });
}

TEST(MalformedConfig, EachIsRefusedInEveryWayItCanBeGiven) {
  testing::TempDir dir;
  std::size_t tried = 0;
  for (const auto& [name, values] : bad_values()) {
    const std::string flag(name);
    ASSERT_NE(flags::find(name), nullptr) << name;
    for (const std::string& value : values) {
      SCOPED_TRACE(flag + "=" + value.substr(0, 40));
      // So that only the value under test can be at fault.
      std::vector<std::string> rest = {"--refresh.interval=100ms", "--staleness.limit=24h"};
      std::erase_if(rest, [&flag](const auto& r) { return r.starts_with("--" + flag); });
      auto arguments = rest;
      arguments.push_back("--" + flag + "=" + value);
      expect_refused({arguments, {}, "machine"}, "--" + flag + "=");
      expect_refused({rest, {flags::variable_of(name) + "=" + value}, "machine"},
                     flags::variable_of(name) + "=");
      tried += 2;
      if (flag == "config.file" || !fits_in_yaml(value)) continue;
      arguments = rest;
      arguments.push_back("--config.file=" +
                          dir.write("c.yaml", "\n" + flag + ": " + quoted(value) + "\n").string());
      expect_refused({arguments, {}, "machine"}, "c.yaml:2: " + flag);
      ++tried;
    }
  }
  EXPECT_GT(tried, 500U);
}

TEST(MalformedConfig, EmptyValuesAreRefusedByFlag) {
  for (const flags::Flag& flag : flags::table()) {
    if (flag.kind == flags::Kind::boolean) continue;  // `--switch=` is read as the bare switch
    const std::string name = "--" + std::string(flag.name);
    expect_refused({{name + "="}, {}, "machine"}, name + "=\"\"");
    expect_refused({{name}, {}, "machine"}, name + "=\"\"");
  }
}

// One slip in a known name: always an error, and nearly always with the right advice.
TEST(MalformedConfig, SlipsInNamesAreUnknownFlags) {
  std::minstd_rand random(6);
  int advised = 0;
  int tried = 0;
  for (const flags::Flag& flag : flags::table()) {
    for (int i = 0; i < 20; ++i) {
      std::string name(flag.name);
      const std::size_t at = random() % name.size();
      if (i % 3 == 0) name.erase(at, 1);
      if (i % 3 == 1) name.insert(at, 1, static_cast<char>('a' + random() % 26));
      if (i % 3 == 2) name[at] = static_cast<char>('a' + random() % 26);
      if (flags::find(name) != nullptr) continue;
      ++tried;
      SCOPED_TRACE(name);
      const ConfigInputs inputs{{"--" + name + "=5"}, {}, "machine"};
      expect_refused(inputs, "--" + name);
      const auto startup = configure(inputs);
      if (startup.error()[0].remedy == "did you mean --" + std::string(flag.name) + "?") ++advised;
    }
  }
  EXPECT_GT(tried, 250);
  EXPECT_GT(advised, tried * 9 / 10);
}

TEST(MalformedConfig, AnyArgumentsEndInAnAnswer) {
  const std::vector<std::string> pieces = {"--",   "-", "=",  "log.level", "no-", "metrics.legacy",
                                           ",",    ":", "5s", "\xFF",      " ",   "version",
                                           "help", "[", "]",  "{",         "h"};
  std::minstd_rand random(7);
  int refused = 0;
  for (int i = 0; i < 3'000; ++i) {
    std::vector<std::string> arguments(random() % 4);
    for (std::string& argument : arguments) {
      for (auto n = random() % 5; n > 0; --n) argument += pieces[random() % pieces.size()];
    }
    const auto startup = configure({arguments, {}, "machine"});
    if (startup) continue;
    ++refused;
    ASSERT_FALSE(startup.error().empty());
    for (const ConfigError& error : startup.error()) ASSERT_FALSE(error.remedy.empty());
  }
  EXPECT_GT(refused, 1'000);
}

}  // namespace
}  // namespace pge
