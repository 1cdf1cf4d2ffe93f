// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "app/config.h"
#include "base/clock.h"
#include "collect/worker.h"
#include "sources/source.h"

namespace pge {

struct ConfiguredSource {
  std::unique_ptr<Source> source;
  std::chrono::milliseconds deadline;  // of one try
};

// The sources that the configuration asks for. `config` and `clock` outlive them.
std::vector<ConfiguredSource> make_sources(const Config& config, const Clock& clock);

Worker::Options worker_options(const Config& config, std::chrono::milliseconds deadline,
                               std::uint64_t seed);

// Where a file of the node lies on this file system. For sockets and directories, whose path the
// system itself must open; the root is put in front.
std::filesystem::path real_path(const NodePath& file);

}  // namespace pge
