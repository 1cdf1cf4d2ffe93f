// SPDX-License-Identifier: Apache-2.0
//
// Pages byte for byte. UPDATE_GOLDEN=1 writes the files anew instead of comparing.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "exposition/catalog.h"
#include "exposition/fixtures_test.h"
#include "exposition/page_reader_test.h"
#include "exposition/pages.h"

namespace pge {
namespace {

void expect_golden(const std::string& path, const std::string& text) {
  const std::string file = std::string(PGE_SOURCE_DIR) + "/" + path;
  if (std::getenv("UPDATE_GOLDEN") != nullptr) {
    std::ofstream(file, std::ios::binary) << text;
  }
  std::ifstream in(file, std::ios::binary);
  ASSERT_TRUE(in) << file;
  std::ostringstream golden;
  golden << in.rdbuf();
  EXPECT_EQ(text, golden.str()) << file;
}

void expect_page(const std::string& name, const Parts& parts) {
  const std::string text = to_string(parts);
  EXPECT_EQ(page_faults(read_page(text)), "") << name;
  expect_golden("testdata/pages/" + name + ".txt", text);
}

TEST(Golden, Seed) {
  const auto pages = pages_of(seed_snapshot());
  expect_page("seed_metrics", metrics_page(*pages, sample_self()));
  expect_page("seed_nodes", nodes_page(*pages));
}

TEST(Golden, SeedWithRetiredFamilies) {
  expect_page("seed_legacy", metrics_page(*pages_of(seed_snapshot(), true), sample_self()));
}

TEST(Golden, Mixed) {
  const auto pages = pages_of(mixed_snapshot());
  expect_page("mixed_metrics", metrics_page(*pages, sample_self()));
  expect_page("mixed_nodes", nodes_page(*pages));
}

TEST(Golden, Hostile) {
  const auto pages = pages_of(hostile_snapshot(), true);
  expect_page("hostile_metrics", metrics_page(*pages, sample_self()));
  expect_page("hostile_nodes", nodes_page(*pages));
}

TEST(Golden, Empty) {
  const auto pages = pages_of(snapshot_of(1, {}), true);
  expect_page("empty_metrics", metrics_page(*pages, sample_self()));
  expect_page("empty_nodes", nodes_page(*pages));
}

TEST(Golden, BeforeTheFirstSnapshot) {
  SelfInput self;
  self.demo = true;
  expect_page("first_metrics", metrics_page(Pages(), self));
}

TEST(Golden, DocumentOfMetrics) { expect_golden("docs/metrics.md", metrics_markdown()); }

void expect_openmetrics(const std::string& name, Page page) {
  expect_golden("testdata/openmetrics/" + name + ".txt", to_string(plain_parts(std::move(page))));
}

TEST(Golden, OpenMetrics) {
  const auto pages = pages_of(mixed_snapshot());
  expect_openmetrics("mixed_metrics", metrics(*pages, sample_self(), Format::openmetrics_1_0));
  expect_openmetrics("mixed_nodes", nodes(*pages, Format::openmetrics_1_0));
  expect_openmetrics("empty_nodes", nodes(Pages(), Format::openmetrics_0_0_1));
}

// The seed's sample once more, spelled out here: this much must never change.
TEST(Golden, MapOfTheSeed) {
  const std::string text = to_string(metrics_page(*pages_of(seed_snapshot()), sample_self()));
  const std::string map =
      "# HELP pod_and_gpu_map_info Provide a mapping relationship between pod and gpu\n"
      "# TYPE pod_and_gpu_map_info gauge\n"
      "pod_and_gpu_map_info{gpu_id=\"GPU-40f717b2-01dc-1a31-6b17-d487ffe7cb61\","
      "gpu_model=\"4080ti\",namespace=\"default\",node=\"ti\",pod_name=\"test\"} 1.0\n";
  EXPECT_NE(text.find(map), std::string::npos);
  std::size_t lines = 0;
  for (std::size_t at = 0; (at = text.find("\npod_and_gpu_map_info{", at)) != std::string::npos;
       ++at) {
    ++lines;
  }
  EXPECT_EQ(lines, 8U);
}

}  // namespace
}  // namespace pge
