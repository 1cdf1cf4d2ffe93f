// SPDX-License-Identifier: Apache-2.0
#include "base/host_fs.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/fsuid.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <cstring>

#include "base/unique_fd.h"
#include "testing/temp_dir.h"

namespace pge {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::TempDir;
namespace fs = std::filesystem;

template <class T>
ErrorKind kind(const Result<T>& result) {
  return result ? ErrorKind::absent : result.error().kind;
}

TEST(HostFs, ReadsFilesBelowItsRoot) {
  TempDir dir;
  dir.write("etc/hostname", "node-1\n");
  const HostFs host(dir.path());
  EXPECT_EQ(host.read("/etc/hostname"), "node-1\n");
  EXPECT_EQ(host.read("etc/hostname"), "node-1\n");
  EXPECT_EQ(host.read("/../../etc/../etc/hostname"), "node-1\n");
  EXPECT_EQ(kind(host.read("/etc/nothing")), ErrorKind::not_found);
  EXPECT_EQ(kind(host.read("/etc/hostname/below")), ErrorKind::not_found);
  EXPECT_THAT(host.read("/etc/nothing").error().message(), HasSubstr("/etc/nothing"));
}

TEST(HostFs, AnEmptyFileIsNoError) {
  TempDir dir;
  dir.write("empty", "");
  EXPECT_EQ(HostFs(dir.path()).read("empty"), "");
}

TEST(HostFs, AMissingRootIsNotFound) {
  const HostFs host("/nonexistent/root");
  EXPECT_EQ(kind(host.read("a")), ErrorKind::not_found);
  EXPECT_EQ(kind(host.list("/")), ErrorKind::not_found);
  EXPECT_EQ(kind(host.resolve("a")), ErrorKind::not_found);
  EXPECT_FALSE(host.exists("/"));
}

TEST(HostFs, TheLimitIsExact) {
  TempDir dir;
  dir.write("f", std::string(100'000, 'x'));
  const HostFs host(dir.path());
  EXPECT_EQ(host.read("f", 100'000).value().size(), 100'000U);
  EXPECT_EQ(kind(host.read("f", 99'999)), ErrorKind::too_large);
  EXPECT_EQ(kind(host.read("f", 0)), ErrorKind::too_large);
  dir.write("empty", "");
  EXPECT_EQ(host.read("empty", 0), "");
}

TEST(HostFs, LinksAreResolvedInsideTheRoot) {
  TempDir dir;
  dir.write("etc/real", "inside");
  fs::create_symlink("/etc/real", dir / "absolute");
  fs::create_symlink("../../../../etc/real", dir / "upward");
  fs::create_symlink("/etc", dir / "folder");
  fs::create_symlink("absolute", dir / "chain");
  const HostFs host(dir.path());
  for (const auto* name : {"absolute", "upward", "folder/real", "chain", "folder/../chain"}) {
    EXPECT_EQ(host.read(name), "inside") << name;
  }
  fs::create_symlink("/proc/version", dir / "outside");
  EXPECT_EQ(kind(host.read("outside")), ErrorKind::not_found);
}

TEST(HostFs, ALinkLoopIsAnErrorNotAHang) {
  TempDir dir;
  fs::create_symlink("b", dir / "a");
  fs::create_symlink("a", dir / "b");
  const HostFs host(dir.path());
  EXPECT_EQ(kind(host.read("a")), ErrorKind::malformed);
  EXPECT_EQ(kind(host.resolve("a")), ErrorKind::malformed);
  EXPECT_FALSE(host.exists("a"));
}

TEST(HostFs, OnlyRegularFilesAreRead) {
  TempDir dir;
  fs::create_directory(dir / "folder");
  ASSERT_EQ(::mkfifo((dir / "fifo").c_str(), 0600), 0);
  const UniqueFd socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, (dir / "socket").c_str(), sizeof address.sun_path - 1);
  ASSERT_EQ(::bind(socket.get(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  fs::create_symlink("fifo", dir / "link-to-fifo");
  const HostFs host(dir.path());
  for (const auto* name : {"folder", "fifo", "socket", "link-to-fifo", "/", "."}) {
    EXPECT_EQ(kind(host.read(name)), ErrorKind::unsupported) << name;
    EXPECT_TRUE(host.exists(name)) << name;
  }
  for (const auto* device : {"/dev/zero", "/dev/null", "/dev/tty"}) {
    EXPECT_EQ(kind(HostFs().read(device)), ErrorKind::unsupported) << device;
  }
}

// A writer that waits for a reader of the FIFO must not be woken by us.
TEST(HostFs, LookingAtAFifoDoesNotOpenIt) {
  TempDir dir;
  ASSERT_EQ(::mkfifo((dir / "fifo").c_str(), 0600), 0);
  EXPECT_EQ(kind(HostFs(dir.path()).read("fifo")), ErrorKind::unsupported);
  const UniqueFd writer(::open((dir / "fifo").c_str(), O_WRONLY | O_NONBLOCK));
  EXPECT_EQ(writer.get(), -1);
  EXPECT_EQ(errno, ENXIO);
}

TEST(HostFs, FilesOfProcAndSysAreReadToTheirEnd) {
  const HostFs host;
  const auto status = host.read("/proc/self/status");
  ASSERT_TRUE(status.has_value()) << status.error().message();
  EXPECT_THAT(*status, HasSubstr("\nPid:\t" + std::to_string(::getpid()) + "\n"));
  EXPECT_GT(host.read("/proc/self/smaps").value().size(), 4096U);
  EXPECT_FALSE(host.read("/proc/sys/kernel/ostype").value().empty());
}

TEST(HostFs, MagicLinksOfProcAreNotFollowed) {
  const HostFs host;
  EXPECT_EQ(kind(host.read("/proc/self/exe")), ErrorKind::malformed);
  EXPECT_EQ(kind(host.read("/proc/self/root/etc/passwd")), ErrorKind::malformed);
  EXPECT_EQ(host.read_link("/proc/self/exe"), fs::read_symlink("/proc/self/exe").string());
}

TEST(HostFs, ListsSortedNames) {
  TempDir dir;
  for (const auto* name : {"d/b", "d/a", "d/.hidden", "d/sub/x", "d/Z"}) dir.write(name, "");
  fs::create_directory(dir / "empty");
  const HostFs host(dir.path());
  EXPECT_THAT(host.list("d").value(), ElementsAre(".hidden", "Z", "a", "b", "sub"));
  EXPECT_THAT(host.list("empty").value(), ElementsAre());
  EXPECT_EQ(kind(host.list("nothing")), ErrorKind::not_found);
  EXPECT_EQ(kind(host.list("d/a")), ErrorKind::unsupported);
}

TEST(HostFs, TellsWhenSomethingCameIntoBeing) {
  TempDir dir;
  dir.write("pods/uid/etc-hosts", "");
  fs::create_symlink("/nowhere", dir / "link");
  const HostFs host(dir.path());
  const auto born = host.birth_time("/pods/uid");
  ASSERT_TRUE(born);
  const auto now = std::chrono::system_clock::now();
  EXPECT_LT(*born, now + std::chrono::seconds(1));
  EXPECT_GT(*born, now - std::chrono::minutes(5));
  EXPECT_TRUE(host.birth_time("/link"));
  EXPECT_EQ(kind(host.birth_time("/pods/other")), ErrorKind::not_found);
  // Later changes do not make it younger than it is.
  const timespec future[2] = {{4'000'000'000, 0}, {4'000'000'000, 0}};
  ASSERT_EQ(::utimensat(AT_FDCWD, (dir / "pods/uid").c_str(), future, 0), 0);
  EXPECT_LT(host.birth_time("/pods/uid").value(), now + std::chrono::minutes(5));
}

TEST(HostFs, ReadsLinks) {
  TempDir dir;
  dir.write("file", "x");
  fs::create_symlink("../devices/pci0000:00/0000:00:01.0", dir / "card0");
  const HostFs host(dir.path());
  EXPECT_EQ(host.read_link("card0"), "../devices/pci0000:00/0000:00:01.0");
  EXPECT_EQ(kind(host.read_link("file")), ErrorKind::unsupported);
  EXPECT_EQ(kind(host.read_link("nothing")), ErrorKind::not_found);
}

TEST(HostFs, ResolveTellsWhereAPathReallyLies) {
  TempDir dir;
  dir.write("var/lib/kubelet/x", "");
  fs::create_symlink("/var/lib/kubelet", dir / "k");
  fs::create_symlink("/var/lib/kubelet/gone", dir / "dangling");
  const HostFs host(dir.path());
  const fs::path kubelet = dir / "var/lib/kubelet";
  EXPECT_EQ(host.resolve("/k/x"), kubelet / "x");
  EXPECT_EQ(host.resolve("/k/kubelet.sock"), kubelet / "kubelet.sock");
  EXPECT_EQ(host.resolve("dangling"), kubelet / "gone");
  EXPECT_EQ(host.resolve("/k/../../lib"), dir / "var/lib");
  EXPECT_EQ(host.resolve("/"), dir.path());
  EXPECT_EQ(host.resolve("../.."), dir.path());
  EXPECT_EQ(kind(host.resolve("/gone/x")), ErrorKind::not_found);
  EXPECT_EQ(HostFs().resolve("/nonexistent-file"), fs::path("/nonexistent-file"));
}

TEST(HostFs, NamesThatCannotBeFilesAreRefused) {
  TempDir dir;
  dir.write("a", "secret");
  const HostFs host(dir.path());
  const fs::path with_nul(std::string("a\0b", 3));
  EXPECT_EQ(kind(host.read(with_nul)), ErrorKind::malformed);
  EXPECT_EQ(kind(host.resolve(with_nul)), ErrorKind::malformed);
  EXPECT_FALSE(host.exists(with_nul));
  EXPECT_EQ(kind(host.read("")), ErrorKind::malformed);
  EXPECT_EQ(kind(host.read(std::string(300, 'n'))), ErrorKind::malformed);
  EXPECT_EQ(kind(host.read(std::string(100'000, '/') + "a")), ErrorKind::malformed);
}

TEST(HostFs, NoPermissionIsSaid) {
  TempDir dir;
  fs::permissions(dir.write("f", "x"), fs::perms::none);
  fs::permissions(dir.path(), fs::perms::all);
  const auto was = static_cast<uid_t>(::setfsuid(65534));  // root would be let in; this thread only
  const auto result = HostFs(dir.path()).read("f");
  ::setfsuid(was);
  EXPECT_EQ(kind(result), ErrorKind::permission);
}

}  // namespace
}  // namespace pge
