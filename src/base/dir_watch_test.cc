// SPDX-License-Identifier: Apache-2.0
#include "base/dir_watch.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <chrono>
#include <condition_variable>
#include <fstream>
#include <map>
#include <mutex>
#include <optional>

#include "base/unique_fd.h"
#include "testing/temp_dir.h"

namespace pge {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using std::chrono::seconds;

class DirWatchTest : public ::testing::Test {
 protected:
  void watch(std::vector<fs::path> directories, Duration look_every = std::chrono::hours(1)) {
    watch_.emplace(
        std::move(directories),
        [this](const fs::path& directory) {
          const std::lock_guard lock(mutex_);
          ++changes_[directory];
          changed_.notify_all();
        },
        [this](const Error& error) {
          const std::lock_guard lock(mutex_);
          errors_.push_back(error);
          changed_.notify_all();
        },
        DirWatch::Options{.look_every = look_every});
  }
  // Whether a change of the directory is told, now or soon; counts from zero again after it.
  bool told(const fs::path& directory) {
    std::unique_lock lock(mutex_);
    const bool told = changed_.wait_for(lock, seconds(10), [&] { return changes_[directory] > 0; });
    changes_[directory] = 0;
    return told;
  }
  // Whether nothing was told of it by the time that a change elsewhere is.
  bool quiet(const fs::path& directory, const fs::path& elsewhere) {
    std::ofstream(elsewhere / "marker") << 1;
    if (!told(elsewhere)) return false;
    const std::lock_guard lock(mutex_);
    return changes_[directory] == 0;
  }
  bool failed(std::size_t times) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, seconds(10), [&] { return errors_.size() >= times; });
  }
  void forget() {
    const std::lock_guard lock(mutex_);
    changes_.clear();
  }

  testing::TempDir dir_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<fs::path, int> changes_;
  std::vector<Error> errors_;
  std::optional<DirWatch> watch_;
};

TEST_F(DirWatchTest, TellsOfFilesThatComeChangeAndGo) {
  watch({dir_.path()});
  dir_.write("file", "1");
  EXPECT_TRUE(told(dir_.path()));
  fs::rename(dir_ / "file", dir_ / "other");
  EXPECT_TRUE(told(dir_.path()));
  std::ofstream(dir_ / "other", std::ios::app) << "2";
  EXPECT_TRUE(told(dir_.path()));
  fs::remove(dir_ / "other");
  EXPECT_TRUE(told(dir_.path()));
}

TEST_F(DirWatchTest, NothingIsToldOfWhatWasThereBefore) {
  dir_.write("a/file", "1");
  fs::create_directory(dir_ / "b");
  watch({dir_ / "a", dir_ / "b"});
  EXPECT_TRUE(quiet(dir_ / "a", dir_ / "b"));
}

TEST_F(DirWatchTest, EachDirectoryForItself) {
  fs::create_directory(dir_ / "a");
  fs::create_directory(dir_ / "b");
  watch({dir_ / "a", dir_ / "b/"});
  EXPECT_TRUE(quiet(dir_ / "a", dir_ / "b/"));
}

TEST_F(DirWatchTest, OneDirectoryGivenTwice) {
  fs::create_directory(dir_ / "a");
  fs::create_symlink("a", dir_ / "link");
  watch({dir_ / "a", dir_ / "link"});
  dir_.write("a/file", "1");
  EXPECT_TRUE(told(dir_ / "a"));
  EXPECT_TRUE(told(dir_ / "link"));
}

TEST_F(DirWatchTest, WaitsForADirectoryThatIsNotThere) {
  fs::create_directory(dir_ / "x");
  watch({dir_ / "a/b/c", dir_ / "x"});
  dir_.write("unrelated", "1");
  EXPECT_TRUE(quiet(dir_ / "a/b/c", dir_ / "x"));
  fs::create_directories(dir_ / "a");
  EXPECT_TRUE(quiet(dir_ / "a/b/c", dir_ / "x"));
  fs::create_directories(dir_ / "a/b/c");
  EXPECT_TRUE(told(dir_ / "a/b/c"));
  forget();
  dir_.write("a/b/c/file", "1");
  EXPECT_TRUE(told(dir_ / "a/b/c"));
}

TEST_F(DirWatchTest, WaitsForADirectoryWhereAFileStands) {
  dir_.write("a", "a file");
  watch({dir_ / "a"});
  fs::remove(dir_ / "a");
  fs::create_directory(dir_ / "a");
  EXPECT_TRUE(told(dir_ / "a"));
}

TEST_F(DirWatchTest, SurvivesRemovalAndReturn) {
  fs::create_directories(dir_ / "a/b");
  watch({dir_ / "a/b"});
  for (int round = 0; round < 5; ++round) {
    fs::remove_all(dir_ / "a");
    EXPECT_TRUE(told(dir_ / "a/b"));
    fs::create_directories(dir_ / "a/b");
    EXPECT_TRUE(told(dir_ / "a/b"));
  }
  // The watch may still be on its way down when the directory is told of; with the next look or
  // event it is there.
  dir_.write("a/b/file", "1");
  EXPECT_TRUE(told(dir_ / "a/b"));
}

TEST_F(DirWatchTest, FollowsTheNameWhenTheDirectoryIsReplaced) {
  fs::create_directory(dir_ / "a");
  watch({dir_ / "a"});
  fs::rename(dir_ / "a", dir_ / "old");
  EXPECT_TRUE(told(dir_ / "a"));
  fs::create_directory(dir_ / "a");
  EXPECT_TRUE(told(dir_ / "a"));
  forget();
  dir_.write("a/file", "1");
  EXPECT_TRUE(told(dir_ / "a"));
}

TEST_F(DirWatchTest, FollowsTheNameWhenAParentIsReplaced) {
  fs::create_directories(dir_ / "p/a");
  watch({dir_ / "p/a"}, milliseconds(5));
  fs::rename(dir_ / "p", dir_ / "old");  // which inotify does not tell of
  EXPECT_TRUE(told(dir_ / "p/a"));
  fs::create_directories(dir_ / "p/a");
  EXPECT_TRUE(told(dir_ / "p/a"));
}

TEST_F(DirWatchTest, ManyChangesAreNotForgotten) {
  dir_.write("a", "1");
  watch({dir_.path(), dir_ / "missing"});
  {
    const std::lock_guard lock(mutex_);  // holds the watch up, until the system's queue is full
    for (int i = 0; i < 5000; ++i) {     // two events each
      fs::rename(dir_ / "a", dir_ / "b");
      fs::rename(dir_ / "b", dir_ / "a");
    }
    fs::create_directory(dir_ / "missing");
  }
  EXPECT_TRUE(told(dir_.path()));
  EXPECT_TRUE(told(dir_ / "missing"));
  fs::remove(dir_ / "a");
  EXPECT_TRUE(told(dir_.path()));
  EXPECT_TRUE(errors_.empty());
}

TEST_F(DirWatchTest, TooManyDirectories) {
  std::vector<fs::path> many;
  for (int i = 0; i < 100; ++i) many.push_back(dir_ / std::to_string(i));
  watch(many);
  EXPECT_TRUE(failed(1));
  EXPECT_EQ(errors_[0].kind, ErrorKind::unsupported);
  fs::create_directory(dir_ / "5");
  EXPECT_TRUE(told(dir_ / "5"));
}

TEST_F(DirWatchTest, NoDescriptorLeftIsReportedOnceAndTriedAgain) {
  forget();  // UBSan looks at an object's type through a pipe, once: not when there is no
             // descriptor
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  // The next descriptor is the one for stopping; the one after it would be inotify's.
  const UniqueFd next(::open("/dev/null", O_RDONLY));
  rlimit tight{static_cast<rlim_t>(next.get()) + 2, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &tight), 0);
  watch({dir_.path()}, milliseconds(1));
  const bool reported = failed(1);
  std::this_thread::sleep_for(milliseconds(20));
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
  EXPECT_TRUE(reported);
  EXPECT_TRUE(told(dir_.path()));  // it is watched now, and may have changed before
  dir_.write("file", "1");
  EXPECT_TRUE(told(dir_.path()));
  EXPECT_EQ(errors_.size(), 1U);
  EXPECT_FALSE(errors_[0].remedy.empty());
}

TEST_F(DirWatchTest, StopsAtOnceAlsoWhileThingsChange) {
  watch({dir_.path(), dir_ / "missing"});
  std::jthread busy([&](const std::stop_token& stop) {
    while (!stop.stop_requested()) std::ofstream(dir_ / "file") << 1;
  });
  EXPECT_TRUE(told(dir_.path()));
  watch_.reset();
  forget();
  for (int i = 0; i < 100; ++i) std::ofstream(dir_ / "other") << i;
  const std::lock_guard lock(mutex_);
  EXPECT_TRUE(changes_.empty());
}

}  // namespace
}  // namespace pge
