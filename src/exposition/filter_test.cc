// SPDX-License-Identifier: Apache-2.0
#include "exposition/filter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "exposition/fixtures_test.h"
#include "exposition/pages.h"

namespace pge {
namespace {

constexpr std::string_view kPage =
    "# HELP a A.\n# TYPE a gauge\n"
    "a{node=\"n1\"} 1\na{node=\"n2\"} 2\n"
    "# HELP pod_and_gpu_map_info M\n# TYPE pod_and_gpu_map_info gauge\n"
    "pod_and_gpu_map_info{gpu_id=\"node=\\\"n9\\\"\",namespace=\"x\",node=\"n1\"} 1.0\n"
    "pod_and_gpu_map_info{gpu_id=\"b\",namespace=\"y\\\"z\",node=\"n2\"} 1.0\n"
    "# HELP s_total S.\n# TYPE s_total counter\n"
    "s_total 3\n";

constexpr std::string_view kMapHead =
    "# HELP pod_and_gpu_map_info M\n# TYPE pod_and_gpu_map_info gauge\n";

TEST(Filtered, WithoutAFilterNothingGoes) { EXPECT_EQ(filtered(kPage, {}), kPage); }

TEST(Filtered, ByNode) {
  EXPECT_EQ(
      filtered(kPage, {.nodes = {"n1"}, .namespaces = {}, .names = {}}),
      "# HELP a A.\n# TYPE a gauge\na{node=\"n1\"} 1\n" + std::string(kMapHead) +
          "pod_and_gpu_map_info{gpu_id=\"node=\\\"n9\\\"\",namespace=\"x\",node=\"n1\"} 1.0\n");
  EXPECT_EQ(filtered(kPage, {.nodes = {"n9"}, .namespaces = {}, .names = {}}), kMapHead)
      << "what a value says is no label";
}

TEST(Filtered, ByNamespaceEscapedAsOnThePage) {
  EXPECT_EQ(filtered(kPage, {.nodes = {}, .namespaces = {"y\"z", "nobody"}, .names = {}}),
            std::string(kMapHead) +
                "pod_and_gpu_map_info{gpu_id=\"b\",namespace=\"y\\\"z\",node=\"n2\"} 1.0\n");
}

TEST(Filtered, ByNameOfTheFamily) {
  EXPECT_EQ(filtered(kPage, {.nodes = {}, .namespaces = {}, .names = {"s_total"}}),
            "# HELP s_total S.\n# TYPE s_total counter\ns_total 3\n");
  EXPECT_EQ(filtered(kPage, {.nodes = {}, .namespaces = {}, .names = {"none"}}), "");
}

TEST(Filtered, AnEmptyValueIsAValueAndNoLabelIsNone) {
  EXPECT_EQ(filtered(kPage, {.nodes = {""}, .namespaces = {}, .names = {}}), kMapHead);
}

TEST(Filtered, KindsGoTogether) {
  EXPECT_EQ(filtered(kPage, {.nodes = {"n2"}, .namespaces = {"x"}, .names = {}}), kMapHead);
  EXPECT_EQ(filtered(kPage, {.nodes = {"n2", "n1"}, .namespaces = {}, .names = {"a"}}),
            "# HELP a A.\n# TYPE a gauge\na{node=\"n1\"} 1\na{node=\"n2\"} 2\n");
}

TEST(Filtered, OpenMetricsEndsAndNamesAsInText) {
  const auto pages = pages_of(mixed_snapshot());
  const std::string page =
      to_string(plain_parts(metrics(*pages, sample_self(), Format::openmetrics_1_0)));
  const std::string out = filtered(
      page,
      {.nodes = {}, .namespaces = {}, .names = {"pod_gpu_allocation_info", "process_threads"}});
  EXPECT_TRUE(out.starts_with("# TYPE pod_gpu_allocation info\n# HELP pod_gpu_allocation "));
  EXPECT_TRUE(out.ends_with("# EOF\n"));
  EXPECT_THAT(out, ::testing::HasSubstr("# TYPE process_threads gauge\n"));
  EXPECT_THAT(out, ::testing::Not(::testing::HasSubstr("process_cpu")));
}

TEST(Filtered, AnyBytesForAPage) {
  for (std::string_view page : {"", "\n\n", "x", "# ", "# HELP", "# HELP  ", "a{node=\"",
                                "a{node=", "a{node=\"\\", "{,node=\"n1\""}) {
    filtered(page, {.nodes = {"n1"}, .namespaces = {""}, .names = {}});
    filtered(page, {.nodes = {}, .namespaces = {}, .names = {""}});
  }
}

}  // namespace
}  // namespace pge
