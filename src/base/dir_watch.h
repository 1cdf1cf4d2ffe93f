// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "base/result.h"

namespace pge {

// Tells when something appears, vanishes, is renamed or is closed after writing in one of some
// directories (inotify). A directory need not exist: then its nearest existing parent is watched
// for it, also after it was removed. It says that something changed, not what, and says it often:
// to wait for quiet and to read is the caller's business.
//
// A hint, never a promise: network file systems tell nothing, and where the system gives out no
// more watches this is reported once and tried again with every look. Callers poll besides.
class DirWatch {
 public:
  // Both are called on the thread of the watch and must not block.
  using Changed = std::function<void(const std::filesystem::path& directory)>;  // as it was given
  using Failed = std::function<void(const Error& error)>;

  struct Options {
    // How often it looks whether the directories are still the ones that it watches: a parent may
    // be renamed, a link may point elsewhere, and inotify does not tell.
    Duration look_every = std::chrono::seconds(10);
  };

  // At most 64 directories; more are `unsupported`, reported once.
  DirWatch(std::vector<std::filesystem::path> directories, Changed changed, Failed failed,
           Options options);
  DirWatch(std::vector<std::filesystem::path> directories, Changed changed, Failed failed)
      : DirWatch(std::move(directories), std::move(changed), std::move(failed), Options()) {}
  ~DirWatch();  // no call comes after it
  DirWatch(const DirWatch&) = delete;
  DirWatch& operator=(const DirWatch&) = delete;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
  std::jthread thread_;
};

}  // namespace pge
