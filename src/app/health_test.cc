// SPDX-License-Identifier: Apache-2.0
#include "app/health.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

namespace pge {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;

const SteadyTime now{1'000s};
constexpr std::array<RequiredSource, 2> kRequired{
    {{"podresources", ""}, {"checkpoint", "podnames"}}};

SourceStatus one(std::string name, SourceHealth health, bool facts) {
  SourceStatus status;
  SourceState state;
  state.name = std::move(name);
  state.health = health;
  if (facts) {
    state.facts = std::make_shared<const Facts>();
    state.last_success = now - 12s;
  }
  status.sources.push_back({state, {}});
  return status;
}

TEST(Readiness, WaitsForTheFirstAnswer) {
  const auto r =
      readiness(one("podresources", SourceHealth::starting, false), kRequired, false, now);
  EXPECT_FALSE(r.ready);
  EXPECT_THAT(r.body, HasSubstr("podresources: starting"));
}

TEST(Readiness, IsReadyOnFreshFacts) {
  const auto r = readiness(one("podresources", SourceHealth::up, true), kRequired, true, now);
  EXPECT_TRUE(r.ready);
  EXPECT_THAT(r.body, HasSubstr("last success 12 s ago"));
}

TEST(Readiness, StaysReadyOnLastGoodFacts) {
  EXPECT_TRUE(readiness(one("podresources", SourceHealth::down, true), kRequired, true, now).ready);
}

TEST(Readiness, EndsWhenTheFactsExpire) {
  auto status = one("podresources", SourceHealth::down, false);
  status.sources[0].state.expired = true;
  status.sources[0].state.last_success = now - 120s;
  status.sources[0].state.last_error =
      Error{ErrorKind::unavailable, "connection refused", "/k.sock", "start the kubelet"};
  const auto r = readiness(status, kRequired, true, now);
  EXPECT_FALSE(r.ready);
  EXPECT_THAT(r.body, HasSubstr("error: unavailable: /k.sock: connection refused"));
  EXPECT_THAT(r.body, HasSubstr("remedy: start the kubelet"));
  EXPECT_THAT(r.body, HasSubstr("no longer served"));
}

TEST(Readiness, AnOptionalSourceNeitherMakesNorBreaksIt) {
  auto status = one("podresources", SourceHealth::up, true);
  status.sources.push_back(one("nvml", SourceHealth::down, false).sources[0]);
  EXPECT_TRUE(readiness(status, kRequired, true, now).ready);
  EXPECT_FALSE(readiness(one("nvml", SourceHealth::up, true), kRequired, true, now).ready);
}

TEST(Readiness, NeverReadyWithoutASnapshotOrSources) {
  EXPECT_FALSE(readiness(one("podresources", SourceHealth::up, true), kRequired, false, now).ready);
  const auto r = readiness({}, kRequired, true, now);
  EXPECT_FALSE(r.ready);
  EXPECT_THAT(r.body, HasSubstr("no source is switched on"));
}

TEST(Readiness, AnErrorCannotForgeALine) {
  auto status = one("podresources", SourceHealth::down, false);
  status.sources[0].state.last_error = Error{ErrorKind::internal, "x\nready\n", {}, {}};
  EXPECT_THAT(readiness(status, kRequired, true, now).body, Not(HasSubstr("\nready")));
}

TEST(Readiness, TheCheckpointIsEnoughOnceNamesOfPodsAreKnown) {
  auto status = one("checkpoint", SourceHealth::up, true);
  EXPECT_FALSE(readiness(status, kRequired, true, now).ready) << "uids alone are no pods";
  status.sources.push_back(one("podnames", SourceHealth::up, true).sources[0]);
  EXPECT_TRUE(readiness(status, kRequired, true, now).ready);
  EXPECT_FALSE(readiness(one("podnames", SourceHealth::up, true), kRequired, true, now).ready);
}

}  // namespace
}  // namespace pge
