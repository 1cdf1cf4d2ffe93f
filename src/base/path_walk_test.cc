// SPDX-License-Identifier: Apache-2.0
#include "base/path_walk.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <random>

#include "base/host_fs.h"
#include "testing/temp_dir.h"

namespace pge {
namespace {

using testing::TempDir;
namespace fs = std::filesystem;

struct Tree {
  TempDir dir;
  UniqueFd root;

  Tree() {
    dir.write("a/b/file", "x");
    dir.write("a/file", "y");
    dir.write("file", "z");
    fs::create_symlink("/a/b", dir / "abs");
    fs::create_symlink("../../../a", dir / "a/b/up");
    fs::create_symlink("b", dir / "a/rel");
    fs::create_symlink("loop", dir / "loop");
    fs::create_symlink("/gone/x", dir / "dangling");
    fs::create_symlink("/", dir / "a/top");
    fs::create_symlink("file/", dir / "slash");
    root = UniqueFd(::open(dir.path().c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  }
};

ino_t inode(int fd) {
  struct stat info{};
  return ::fstat(fd, &info) == 0 ? info.st_ino : 0;
}

TEST(PathWalk, FindsTheDirectoryAndTheName) {
  const Tree tree;
  const auto walked = walk_path(tree.root.get(), "a/top/abs/../rel/up/b/file");
  ASSERT_TRUE(walked.has_value()) << walked.error().message();
  EXPECT_EQ(walked->path, "a/b/file");
  EXPECT_EQ(walked->name, "file");
  EXPECT_TRUE(walked->exists);
  const UniqueFd parent(::open((tree.dir / "a/b").c_str(), O_PATH | O_CLOEXEC));
  EXPECT_EQ(inode(walked->parent.get()), inode(parent.get()));
}

TEST(PathWalk, TheRootItselfHasNoName) {
  const Tree tree;
  for (const auto* path : {"", "/", ".", "..", "a/..", "a/top", "a/b/../../.."}) {
    const auto walked = walk_path(tree.root.get(), path);
    ASSERT_TRUE(walked.has_value()) << path;
    EXPECT_EQ(walked->path, "") << path;
    EXPECT_TRUE(walked->exists);
  }
}

TEST(PathWalk, OnlyTheLastComponentMayBeMissing) {
  const Tree tree;
  const auto missing = walk_path(tree.root.get(), "abs/new");
  ASSERT_TRUE(missing.has_value());
  EXPECT_EQ(missing->path, "a/b/new");
  EXPECT_FALSE(missing->exists);
  EXPECT_EQ(walk_path(tree.root.get(), "abs/new/x").error().kind, ErrorKind::not_found);
  EXPECT_EQ(walk_path(tree.root.get(), "dangling").error().kind, ErrorKind::not_found);
  EXPECT_EQ(walk_path(tree.root.get(), "file/x").error().kind, ErrorKind::not_found);
}

TEST(PathWalk, ALastLinkCanBeLeftAlone) {
  const Tree tree;
  EXPECT_EQ(walk_path(tree.root.get(), "a/rel", false)->path, "a/rel");
  EXPECT_EQ(walk_path(tree.root.get(), "loop", false)->path, "loop");
  EXPECT_EQ(walk_path(tree.root.get(), "loop").error().kind, ErrorKind::malformed);
}

TEST(PathWalk, DepthIsBounded) {
  const Tree tree;
  fs::path deep = tree.dir.path();
  std::string below;
  for (int i = 0; i < 200; ++i) {
    deep /= "d";
    below += "d/";
    fs::create_directory(deep);
  }
  EXPECT_EQ(walk_path(tree.root.get(), below).error().kind, ErrorKind::malformed);
  EXPECT_TRUE(walk_path(tree.root.get(), below.substr(0, 200)).has_value());
}

TEST(PathWalk, MagicLinksOfProcAreRefused) {
  const UniqueFd root(::open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
  EXPECT_EQ(walk_path(root.get(), "/proc/self/root/etc").error().kind, ErrorKind::malformed);
  EXPECT_EQ(walk_path(root.get(), "/proc/self/exe").error().kind, ErrorKind::malformed);
  EXPECT_TRUE(walk_path(root.get(), "/proc/self/exe", false).has_value());
  EXPECT_TRUE(open_by_walk(root.get(), "/proc/self/status", O_RDONLY).has_value());
}

// The kernel's resolver (through HostFs) and ours must say the same of every path.
TEST(PathWalk, AgreesWithTheKernel) {
  const Tree tree;
  const HostFs host(tree.dir.path());
  const std::vector<std::string> pieces = {"a",    "b",        "file", "abs", "up",   "rel",
                                           "loop", "dangling", "top",  "..",  "gone", "."};
  std::minstd_rand random(4);
  int found = 0;
  for (int i = 0; i < 5'000; ++i) {
    std::string path;
    for (auto left = random() % 6 + 1; left > 0; --left) path += "/" + pieces[random() % 12];
    if (random() % 4 == 0) path += '/';
    const auto ours = open_by_walk(tree.root.get(), path, O_PATH);
    ASSERT_EQ(ours.has_value(), host.exists(path)) << path;
    if (!ours) continue;
    ++found;
    const auto where = host.resolve(path);
    ASSERT_TRUE(where.has_value()) << path;
    const UniqueFd direct(::open(where->c_str(), O_PATH | O_CLOEXEC | O_NOFOLLOW));
    ASSERT_EQ(inode(ours->get()), inode(direct.get())) << path;
  }
  EXPECT_GT(found, 300);
}

}  // namespace
}  // namespace pge
