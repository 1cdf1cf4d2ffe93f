// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "app/flags.h"
#include "app/flags/table.h"

namespace pge::flags {

// One setting as one layer gives it. `where` names it for people without its value: `--log.level`,
// `PGE_LOG_LEVEL`, `/etc/exporter.yaml:3: log.level`.
struct Given {
  const Flag* flag = nullptr;
  std::vector<std::string> values;
  std::string where;
};

// What one layer (command line, environment, file) says.
struct Layer {
  std::vector<Given> given;  // each flag at most once
  std::vector<ConfigError> errors;
  std::vector<std::string> warnings;
};

struct CommandLine {
  Command command = Command::serve;
  Shell shell = Shell::bash;
  Layer layer;
};

CommandLine read_command_line(const std::vector<std::string>& arguments);

// `environment` as in environ; only PGE_ variables are looked at. An empty one counts as not set.
Layer read_environment(const std::vector<std::string>& environment);

// A file that cannot be read or is no YAML is an error of the layer. `path` is absolute; `where`
// names who gave it.
Layer read_config_file(const std::string& path, const std::string& where);

}  // namespace pge::flags
