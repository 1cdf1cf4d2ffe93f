// SPDX-License-Identifier: Apache-2.0
#include "exposition/catalog.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/strings.h"

namespace pge {
namespace {

bool is_metric_name(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  });
}

TEST(Catalog, EachFamilyOnceByName) {
  const auto families = catalog();
  for (std::size_t i = 1; i < families.size(); ++i) {
    EXPECT_LT(families[i - 1]->name, families[i]->name);
  }
  EXPECT_EQ(families.size(), part_families().size() + self_families().size());
}

TEST(Catalog, NamesAndHelpAreFitForUse) {
  for (const Family* family : catalog()) {
    EXPECT_TRUE(is_metric_name(family->name)) << family->name;
    EXPECT_FALSE(family->help.empty()) << family->name;
    EXPECT_EQ(family->help.find('|'), std::string_view::npos) << "breaks the table of the document";
    EXPECT_EQ(family->type == MetricType::counter, family->name.ends_with("_total"))
        << family->name;
    if (family->type == MetricType::info) {
      EXPECT_TRUE(family->name.ends_with("_info")) << family->name;
      EXPECT_EQ(family->merge, Merge::one) << family->name;
    }
    if (family->name.ends_with("_timestamp_seconds")) {
      EXPECT_TRUE(family->merge == Merge::least || family->labels.size() == 0) << family->name;
    }
  }
}

TEST(Catalog, LabelsOfPodsAndDevicesAreTheSameEverywhere) {
  const std::set<std::string_view> holder = {"UUID", "container", "namespace", "node", "pod"};
  for (const PartFamily* row : part_families()) {
    const auto names = row->family.labels.names();
    const std::set<std::string_view> labels(names.begin(), names.end());
    if (row->reads == Facet::allocations && row->family.name != "pod_and_gpu_map_info") {
      EXPECT_TRUE(std::ranges::includes(labels, holder)) << row->family.name;
    }
    if (row->reads == Facet::devices) {
      EXPECT_TRUE(labels.contains("UUID") && labels.contains("node")) << row->family.name;
    }
    EXPECT_TRUE(labels.contains("node")) << row->family.name;
    EXPECT_EQ(row->family.cadence, Cadence::assignment);
  }
  for (const SelfFamily* row : self_families()) EXPECT_EQ(row->family.cadence, Cadence::scrape);
}

TEST(Catalog, TheDocumentNamesEveryFamilyAndLabel) {
  const std::string page = metrics_markdown();
  for (const Family* family : catalog()) {
    EXPECT_NE(page.find("| `" + std::string(family->name) + "` |"), std::string::npos)
        << family->name;
    for (const std::string_view label : family->labels.names()) {
      EXPECT_NE(page.find("`" + std::string(label) + "`"), std::string::npos) << label;
    }
  }
}

}  // namespace
}  // namespace pge
