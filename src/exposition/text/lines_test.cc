// SPDX-License-Identifier: Apache-2.0
#include "exposition/text/lines.h"

#include <gtest/gtest.h>

namespace pge {
namespace {

constexpr Family kHolder = {
    .name = "f", .help = "Help.", .labels = {"UUID", "container", "namespace", "node", "pod"}};

constexpr Family with(Family family, Merge merge) {
  family.merge = merge;
  return family;
}

class LinesTest : public ::testing::Test {
 protected:
  void add(Lines& lines, double value, const char* device, const char* container, const char* ns,
           const char* node, const char* pod) {
    lines.add(value,
              {escape_(device), escape_(container), escape_(ns), escape_(node), escape_(pod)});
  }
  static std::string text(Lines& lines) {
    std::string out;
    lines.append_to(out);
    return out;
  }

  LabelEscaper escape_;
};

TEST_F(LinesTest, LabelsInOrderEmptyOnesPrinted) {
  Lines lines(kHolder);
  add(lines, 0.5, "GPU-1", "", "ns", "n", "p");
  EXPECT_EQ(text(lines),
            "f{UUID=\"GPU-1\",container=\"\",namespace=\"ns\",node=\"n\",pod=\"p\"} 0.5\n");
}

TEST_F(LinesTest, SortsByNodeNamespacePodContainerDevice) {
  Lines lines(kHolder);
  add(lines, 6, "A", "a", "a", "b", "a");
  add(lines, 5, "A", "a", "b", "a", "a");
  add(lines, 4, "A", "a", "a", "a", "b");
  add(lines, 3, "A", "b", "a", "a", "a");
  add(lines, 2, "B", "a", "a", "a", "a");
  add(lines, 1, "A", "a", "a", "a", "a");
  std::string values;
  for (const char c : text(lines)) {
    if (c >= '1' && c <= '6') values += c;
  }
  EXPECT_EQ(values, "123456");
}

TEST_F(LinesTest, RowsOfOneLabelSetAreMerged) {
  for (const auto& [merge, value] :
       {std::pair{Merge::add, "7"}, {Merge::one, "1"}, {Merge::least, "2"}}) {
    const Family family = with(kHolder, merge);
    Lines lines(family);
    add(lines, 2, "A", "a", "a", "a", "a");
    add(lines, 9, "B", "a", "a", "a", "a");
    add(lines, 5, "A", "a", "a", "a", "a");
    EXPECT_EQ(text(lines),
              std::string("f{UUID=\"A\",container=\"a\",namespace=\"a\",node=\"a\",pod=\"a\"} ") +
                  value +
                  "\nf{UUID=\"B\",container=\"a\",namespace=\"a\",node=\"a\",pod=\"a\"} 9\n");
  }
}

TEST_F(LinesTest, ValuesThatLookAlikeAreOneLabelSet) {
  Lines lines(kHolder);
  add(lines, 1, "A\xff", "a", "a", "a", "a");
  add(lines, 2, "A\xfe", "a", "a", "a", "a");
  EXPECT_EQ(text(lines),
            "f{UUID=\"A\uFFFD\",container=\"a\",namespace=\"a\",node=\"a\",pod=\"a\"} 3\n");
}

TEST_F(LinesTest, ForgetsItsRows) {
  Lines lines(kHolder);
  add(lines, 1, "A", "a", "a", "a", "a");
  EXPECT_FALSE(lines.empty());
  text(lines);
  EXPECT_TRUE(lines.empty());
  EXPECT_EQ(text(lines), "");
}

TEST_F(LinesTest, WithoutLabelsNoBraces) {
  constexpr Family family = {.name = "f", .help = "Help.", .labels = {}};
  Lines lines(family);
  lines.add(3, {});
  EXPECT_EQ(text(lines), "f 3\n");
}

TEST(Head, InfoIsAGauge) {
  std::string out;
  append_head(out, {.name = "a_info", .type = MetricType::info, .help = "A.", .labels = {}});
  append_head(out, {.name = "b_total", .type = MetricType::counter, .help = "B\n.", .labels = {}});
  append_head(out, {.name = "c", .help = "C.", .labels = {}});
  EXPECT_EQ(out,
            "# HELP a_info A.\n# TYPE a_info gauge\n"
            "# HELP b_total B\\n.\n# TYPE b_total counter\n"
            "# HELP c C.\n# TYPE c gauge\n");
}

TEST(LabelNames, KnowsTheOrderOfLines) {
  constexpr LabelNames names = {"UUID", "a", "container", "namespace", "node", "pod", "z"};
  std::string order;
  for (const auto label : names.sort_order()) order += std::string(names.names()[label]) + " ";
  EXPECT_EQ(order, "node namespace pod container UUID a z ");
}

TEST(LabelNames, RefusesWhatIsNotInByteOrder) {
  EXPECT_ANY_THROW((LabelNames{"b", "a"}));
  EXPECT_ANY_THROW((LabelNames{"a", "a"}));
  EXPECT_ANY_THROW((LabelNames{"a", "UUID"}));
}

TEST(AppendHead, OpenMetricsNamesFamiliesWithoutTheEnding) {
  std::string out;
  constexpr Format kFormat = Format::openmetrics_1_0;
  append_head(out, {.name = "a_info", .type = MetricType::info, .help = "A \"b\".", .labels = {}},
              kFormat);
  append_head(out, {.name = "b_total", .type = MetricType::counter, .help = "B.", .labels = {}},
              kFormat);
  append_head(out, {.name = "c_info", .help = "C.", .labels = {}}, kFormat);
  EXPECT_EQ(out,
            "# TYPE a info\n# HELP a A \\\"b\\\".\n"
            "# TYPE b counter\n# HELP b B.\n"
            "# TYPE c_info gauge\n# HELP c_info C.\n");
}

}  // namespace
}  // namespace pge
