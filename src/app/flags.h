// SPDX-License-Identifier: Apache-2.0
//
// From a command line, an environment and a file to one Config, or to every reason why not.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "app/build_info.h"
#include "app/config.h"

namespace pge {

// What settings are read from. The rest of the process state is left alone, so that a test and a
// reload see exactly what is given here.
struct ConfigInputs {
  std::vector<std::string> arguments;    // without the program's name
  std::vector<std::string> environment;  // "NAME=value", as in environ
  std::string host_name;                 // the last resort for the node's name
};

ConfigInputs inputs_of_process(int argc, const char* const* argv);

// One thing wrong with a configuration. `where` names the flag, variable or line of the file at
// fault and its value (never that of a setting we do not know, as it may be a secret).
struct ConfigError {
  std::string where;
  std::string text;
  std::string remedy;

  std::string message() const;  // "where: text; remedy"
};

enum class Command { serve, help, version, list_schemes, completion };
enum class Shell { bash, zsh, fish };

struct Startup {
  Command command = Command::serve;
  Shell shell = Shell::bash;          // meaningful for `completion`
  Config config;                      // meaningful for `serve`
  std::vector<std::string> warnings;  // to be logged once there is a log
};

// Flag over environment (PGE_…) over file over default. Only the value that counts is looked at;
// unknown flags and keys are errors, unknown PGE_ variables warnings. Reads --config.file and, for
// the node's name, <host.root>/etc/hostname.
std::expected<Startup, std::vector<ConfigError>> configure(const ConfigInputs& inputs);

std::string help_text();                                          // --help
std::string completion_text(Shell shell);                         // completion SHELL
std::string version_text(const BuildInfo& info);                  // --version
std::string flags_markdown();                                     // docs/flags.md
std::string errors_text(const std::vector<ConfigError>& errors);  // to stderr, before exit 2

}  // namespace pge
