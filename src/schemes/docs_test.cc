// SPDX-License-Identifier: Apache-2.0
//
// The pages on schemes say what the program does: schemes.md is made by it (UPDATE_GOLDEN=1
// rewrites the page), device-ids.md holds examples that are read here, and adding-a-scheme.md shows
// a file that is part of the program.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/strings.h"
#include "schemes/scheme.h"
#include "schemes/scheme_list.h"
#include "testing/fixture/model_text.h"

namespace pge::schemes {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = PGE_SOURCE_DIR;

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  EXPECT_TRUE(in) << path;
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

// The contents of every code block of one language, one after the other.
std::string code_blocks(std::string_view page, std::string_view language) {
  const std::string open = "```" + std::string(language) + "\n";
  std::string out;
  for (std::size_t at = page.find(open); at != std::string_view::npos; at = page.find(open, at)) {
    at += open.size();
    const std::size_t end = page.find("```", at);
    if (end == std::string_view::npos) break;
    out += page.substr(at, end - at);
    at = end;
  }
  return out;
}

TEST(SchemeDocs, TheListOfSchemesIsThatOfTheProgram) {
  const fs::path page = kRoot / "docs/schemes.md";
  if (std::getenv("UPDATE_GOLDEN") != nullptr) std::ofstream(page) << schemes_markdown();
  EXPECT_EQ(read(page), schemes_markdown());
}

TEST(SchemeDocs, EverySchemeHasOneLineInTheTerminalList) {
  const std::string text = schemes_text();
  const auto lines = split(text, '\n');
  ASSERT_EQ(lines.size(), all_schemes().size() + 1);  // the last line ends in a newline
  for (std::size_t i = 0; i < all_schemes().size(); ++i) {
    const Scheme& scheme = all_schemes()[i];
    EXPECT_TRUE(lines[i].starts_with(std::string(scheme.name) + " ")) << lines[i];
    EXPECT_TRUE(lines[i].ends_with(scheme.summary)) << lines[i];
  }
}

TEST(SchemeDocs, TheWalkThroughShowsARealFileWhole) {
  const std::string page = read(kRoot / "docs/adding-a-scheme.md");
  EXPECT_EQ(code_blocks(page, "cpp"), read(kRoot / "src/schemes/kubeshare.cc"));
  EXPECT_EQ(code_blocks(page, "json"),
            read(kRoot / "testdata/schemes/kubeshare/shared/pod.json") +
                read(kRoot / "testdata/schemes/kubeshare/shared/want.json"));
}

// Rows of the tables in device-ids.md: | `resource` | `id` | `reading` |
TEST(SchemeDocs, TheExamplesOfDeviceIdsReadAsThePageSays) {
  int examples = 0;
  const std::string page = read(kRoot / "docs/device-ids.md");
  for (const std::string_view line : split(page, '\n')) {
    if (!line.starts_with("| `")) continue;
    std::vector<std::string_view> cells;
    for (const std::string_view cell : split(line, '`')) cells.push_back(cell);
    ASSERT_EQ(cells.size(), 7U) << line;
    EXPECT_EQ(testing::to_text(parse_device_id(cells[1], cells[3])), cells[5]) << line;
    ++examples;
  }
  EXPECT_GE(examples, 30);
}

}  // namespace
}  // namespace pge::schemes
