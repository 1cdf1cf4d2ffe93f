// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/flags/given.h"

namespace pge::flags {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

TEST(Environment, EveryRowHasItsVariable) {
  EXPECT_EQ(variable_of("kubelet.root-dir"), "PGE_KUBELET_ROOT_DIR");
  for (const Flag& flag : table()) {
    const Layer layer = read_environment({variable_of(flag.name) + "=a=b"});
    ASSERT_THAT(layer.given, SizeIs(1)) << flag.name;
    EXPECT_EQ(layer.given[0].flag, &flag);
    EXPECT_THAT(layer.given[0].values, ElementsAre("a=b"));
    EXPECT_EQ(layer.given[0].where, variable_of(flag.name));
    EXPECT_THAT(layer.warnings, IsEmpty());
  }
}

TEST(Environment, AnEmptyVariableIsNotSet) {
  const Layer layer = read_environment({"PGE_LOG_LEVEL=", "PATH=/bin", "PGE_", "NOEQUALS", "=x"});
  EXPECT_THAT(layer.given, IsEmpty());
  EXPECT_THAT(layer.warnings, IsEmpty());
}

TEST(Environment, UnknownVariablesAreNamedWithoutTheirValue) {
  const Layer layer =
      read_environment({"PGE_LOG_LEVLE=hunter2", "PGE_\x1B=x", "PGE_SECRET_TOKEN=hunter3"});
  ASSERT_THAT(layer.warnings, SizeIs(3));
  EXPECT_THAT(layer.warnings[0],
              AllOf(HasSubstr("PGE_LOG_LEVLE"), HasSubstr("did you mean PGE_LOG_LEVEL?"),
                    Not(HasSubstr("hunter"))));
  EXPECT_THAT(layer.warnings[1], Not(HasSubstr("\x1B")));
  EXPECT_THAT(layer.warnings[2], AllOf(HasSubstr("is ignored"), Not(HasSubstr("hunter"))));
  EXPECT_THAT(layer.errors, IsEmpty());
}

TEST(Environment, WhatKubernetesSaysOfAServiceIsPassedOver) {
  const Layer layer = read_environment({
      "PGE_SERVICE_HOST=10.0.0.1",
      "PGE_SERVICE_PORT=9401",
      "PGE_SERVICE_PORT_METRICS=9401",
      "PGE_PORT=tcp://10.0.0.1:9401",
      "PGE_PORT_9401_TCP=tcp://10.0.0.1:9401",
      "PGE_PORT_9401_TCP_PROTO=tcp",
      "PGE_PORT_9401_TCP_PORT=9401",
      "PGE_PORT_9401_TCP_ADDR=10.0.0.1",
      "PGE_WEB_PORT=udp://10.0.0.1:53",
      "PGE_WEB_SERVICE_HOST=10.0.0.1",
  });
  EXPECT_THAT(layer.warnings, IsEmpty());
  EXPECT_THAT(layer.given, IsEmpty());
  EXPECT_THAT(read_environment({"PGE_PORT=9401"}).warnings, SizeIs(1));
}

}  // namespace
}  // namespace pge::flags
