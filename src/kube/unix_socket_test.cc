// SPDX-License-Identifier: Apache-2.0
#include "kube/unix_socket.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "testing/fake_peer.h"
#include "testing/temp_dir.h"

namespace pge {
namespace {

using testing::FakePeer;
using testing::TempDir;

Error error_at(const std::filesystem::path& path) {
  const Result<UnixConnection> connection = connect_unix(path.string());
  EXPECT_FALSE(connection.has_value());
  return connection ? Error{} : connection.error();
}

TEST(UnixSocket, ConnectsAndSaysWhichFileItWas) {
  const TempDir dir;
  const std::string path = dir / "s";
  const FakePeer peer(path, {});
  const Result<UnixConnection> connection = connect_unix(path);
  ASSERT_TRUE(connection.has_value());
  EXPECT_GE(connection->fd.get(), 0);
  EXPECT_EQ(connection->file, *identify(path));
}

TEST(UnixSocket, FollowsSymbolicLinks) {
  const TempDir dir;
  const FakePeer peer(dir / "s", {});
  std::filesystem::create_symlink("s", dir / "link");
  EXPECT_TRUE(connect_unix(dir / "link").has_value());
}

TEST(UnixSocket, AnotherFileIsAnotherIdentity) {
  const TempDir dir;
  const std::string path = dir / "s";
  FileIdentity first;
  {
    const FakePeer peer(path, {});
    first = *identify(path);
  }
  const FakePeer peer(path, {});  // often under the number of the removed inode
  EXPECT_NE(*identify(path), first);
}

TEST(UnixSocket, ChangedRightsAreTheSameFile) {
  const TempDir dir;
  const std::string path = dir / "s";
  const FakePeer peer(path, {});
  const FileIdentity first = *identify(path);
  ASSERT_EQ(::chmod(path.c_str(), 0600), 0);
  ASSERT_EQ(std::rename(path.c_str(), (dir / "t").c_str()), 0);
  EXPECT_EQ(*identify(dir / "t"), first);
}

TEST(UnixSocket, TellsWhatStandsAtThePath) {
  const TempDir dir;
  dir.write("file", "x");
  ASSERT_EQ(::mkfifo((dir / "fifo").c_str(), 0600), 0);
  std::filesystem::create_directory(dir / "directory");
  std::filesystem::create_symlink("loop", dir / "loop");
  std::filesystem::create_symlink("nowhere", dir / "dangling");

  EXPECT_EQ(error_at(dir / "file").kind, ErrorKind::unsupported);
  EXPECT_EQ(error_at(dir / "file").text, "there is a regular file, not a socket");
  EXPECT_EQ(error_at(dir / "fifo").text, "there is a FIFO, not a socket");
  EXPECT_EQ(error_at(dir / "directory").text, "there is a directory, not a socket");
  EXPECT_EQ(error_at("/dev/null").text, "there is a device, not a socket");
  EXPECT_EQ(error_at(dir / "loop").kind, ErrorKind::unsupported);
  EXPECT_EQ(error_at(dir / "dangling").kind, ErrorKind::not_found);
  EXPECT_EQ(error_at(dir / "missing/s").kind, ErrorKind::not_found);
  EXPECT_EQ(error_at(dir / "file/s").kind, ErrorKind::not_found);
}

TEST(UnixSocket, DeadSocket) {
  const TempDir dir;
  const std::string path = dir / "s";
  const UniqueFd bound(::socket(AF_UNIX, SOCK_STREAM, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, sizeof(address.sun_path) - 1);
  ASSERT_EQ(::bind(bound.get(), reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
  const Error error = error_at(path);  // bound, and nobody listens
  EXPECT_EQ(error.kind, ErrorKind::unavailable);
  EXPECT_EQ(error.text, "nobody listens on the socket");
}

TEST(UnixSocket, DoesNotBlockOnAFullQueue) {
  const TempDir dir;
  const FakePeer peer(dir / "s", {.accept = false});
  std::vector<UnixConnection> waiting;
  for (int i = 0; i < 10; ++i) {
    Result<UnixConnection> connection = connect_unix(dir / "s");
    if (!connection) {
      EXPECT_EQ(connection.error().text, "the queue of the socket is full: nobody accepts");
      return;
    }
    waiting.push_back(std::move(*connection));
  }
  FAIL() << "the queue is never full";
}

TEST(UnixSocket, PathsThatNoSocketCanHave) {
  const TempDir dir;
  const Error error = error_at(dir / std::string(120, 'x'));
  EXPECT_EQ(error.kind, ErrorKind::malformed);
  EXPECT_NE(error.text.find("at most 107"), std::string::npos) << error.text;
  EXPECT_FALSE(error.remedy.empty());
  EXPECT_EQ(error_at("").kind, ErrorKind::malformed);
  EXPECT_EQ(error_at(std::string("/tmp/a\0b", 8)).kind, ErrorKind::malformed);
}

// uid 0 may connect everywhere, so it puts that off for a moment.
class AsNobody {
 public:
  AsNobody() : was_(::geteuid()) {
    if (was_ == 0) ok_ = ::seteuid(65534) == 0;
  }
  ~AsNobody() {
    if (was_ == 0 && ok_ && ::seteuid(0) != 0) std::abort();
  }
  bool ok() const { return ok_; }

 private:
  uid_t was_;
  bool ok_ = true;
};

TEST(UnixSocket, NoRightToConnect) {
  const TempDir dir;
  const FakePeer peer(dir / "s", {});
  ASSERT_EQ(::chmod((dir / "s").c_str(), 0), 0);
  std::filesystem::permissions(dir.path(), std::filesystem::perms::all);
  Error error;
  {
    const AsNobody nobody;
    ASSERT_TRUE(nobody.ok());
    error = error_at(dir / "s");
  }
  EXPECT_EQ(error.kind, ErrorKind::permission);
  EXPECT_FALSE(error.remedy.empty());
}

TEST(SleepUnlessStopped, EndsByTimeOrByStop) {
  EXPECT_TRUE(sleep_unless_stopped(std::chrono::milliseconds(1), {}));
  std::stop_source source;
  const std::jthread stopper([&] { source.request_stop(); });
  EXPECT_FALSE(sleep_unless_stopped(std::chrono::hours(1), source.get_token()));
}

}  // namespace
}  // namespace pge
