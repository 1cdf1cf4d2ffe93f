// SPDX-License-Identifier: Apache-2.0
#include "exposition/node_page.h"

#include <gtest/gtest.h>

namespace pge {
namespace {

constexpr const char* kHelp = " Provide every node's pod and gpu mapping relationship\n";

std::string head(const std::string& family) {
  return "# HELP " + family + kHelp + "# TYPE " + family + " gauge\n";
}

std::string text_of(const PageTree& page) {
  Parts parts;
  page.append_to(parts);
  return to_string(parts);
}

TEST(NodeFamilyName, ReplacesWhatNamesCannotHold) {
  EXPECT_EQ(node_family_name("ti"), "ti_info");
  EXPECT_EQ(node_family_name("gpu-node-01"), "gpu_node_01_info");
  EXPECT_EQ(node_family_name("ip-10-0-1-23.ec2.internal"), "ip_10_0_1_23_ec2_internal_info");
  EXPECT_EQ(node_family_name("a.b"), node_family_name("a-b"));
}

TEST(NodeFamilyName, PutsSomethingInFrontOfADigit) {
  EXPECT_EQ(node_family_name("10.0.0.5"), "node_10_0_0_5_info");
  EXPECT_EQ(node_family_name("0"), "node_0_info");
}

TEST(NodeFamilyName, HoldsForAnyBytes) {
  EXPECT_EQ(node_family_name(""), "_info");
  EXPECT_EQ(node_family_name("größe"), "gr__e_info");
  EXPECT_EQ(node_family_name("a\xff\nb"), "a__b_info");
  EXPECT_EQ(node_family_name("A:B"), "A_B_info");
}

TEST(NodePage, NodesOfOneNameShareAHead) {
  const PageTree page =
      with_node_lines(PageTree(), {{"a.b", "2\n"}, {"a-b", "1\n"}, {"a0", "0\n"}}, 1);
  EXPECT_EQ(text_of(page), head("a0_info") + "0\n" + head("a_b_info") + "1\n2\n");
}

TEST(NodePage, AHeadStandsAsLongAsANodeOfItDoes) {
  PageTree page = with_node_lines(PageTree(), {{"a.b", "2\n"}, {"a-b", "1\n"}}, 1);
  page = with_node_lines(page, {{"a-b", ""}}, 2);
  EXPECT_EQ(text_of(page), head("a_b_info") + "2\n");
  page = with_node_lines(page, {{"a.b", ""}}, 3);
  EXPECT_EQ(text_of(page), "");
  EXPECT_TRUE(page.empty());
}

TEST(NodePage, AnewNodeOfANameThatStandsGetsNoSecondHead) {
  PageTree page = with_node_lines(PageTree(), {{"a.b", "2\n"}}, 1);
  page = with_node_lines(page, {{"a-b", "1\n"}, {"a_b", "3\n"}}, 2);
  EXPECT_EQ(text_of(page), head("a_b_info") + "1\n2\n3\n");
}

TEST(NodePage, FamiliesStandInByteOrderOfTheirNames) {
  const PageTree page =
      with_node_lines(PageTree(), {{"ti", "1\n"}, {"ti2", "2\n"}, {"ti-info", "3\n"}}, 1);
  EXPECT_EQ(text_of(page),
            head("ti2_info") + "2\n" + head("ti_info") + "1\n" + head("ti_info_info") + "3\n");
}

TEST(NodePage, ANodeWithoutLinesHasNoFamily) {
  EXPECT_TRUE(with_node_lines(PageTree(), {{"a", ""}}, 1).empty());
}

}  // namespace
}  // namespace pge
