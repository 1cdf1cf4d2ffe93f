// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <utility>

#include "base/host_fs.h"
#include "base/result.h"

namespace pge {

// A file of the node that some component may or may not write, read again and again. A file that
// has never been there is `absent`, one that is gone is `not_found`; whatever else stands at the
// path (directory, FIFO, device, link loop) is an error of its kind. One caller at a time.
class NodeFile {
 public:
  NodeFile(HostFs fs, std::filesystem::path path) : fs_(std::move(fs)), path_(std::move(path)) {}

  Result<std::string> read(std::size_t limit);
  const std::filesystem::path& path() const { return path_; }

 private:
  HostFs fs_;
  std::filesystem::path path_;
  bool existed_ = false;
};

}  // namespace pge
