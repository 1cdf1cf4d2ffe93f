// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>

#include "app/flags/given.h"
#include "app/flags/values.h"
#include "base/strings.h"

namespace pge::flags {
namespace {

constexpr std::size_t kMostArguments = 10'000;

std::vector<std::string> known_names() {
  std::vector<std::string> names = {"help", "list-schemes", "version"};
  for (const Flag& flag : table()) {
    names.emplace_back(flag.name);
    if (flag.kind == Kind::boolean) names.push_back("no-" + std::string(flag.name));
  }
  return names;
}

// CLI11 takes `--flag=` for a flag whose value is the next argument; spelt as two it is understood.
std::vector<std::string> spelt_out(const std::vector<std::string>& arguments) {
  std::vector<std::string> spelt;
  for (const std::string& argument : arguments) {
    if (argument.starts_with("--") && argument.find('=') == argument.size() - 1) {
      spelt.push_back(argument.substr(0, argument.size() - 1));
      spelt.emplace_back();
    } else {
      spelt.push_back(argument);
    }
  }
  return spelt;
}

ConfigError unknown_flag(std::string_view argument) {
  const std::string_view name = argument.substr(0, argument.find('='));
  const std::string_view bare = name.substr(std::min(name.find_first_not_of('-'), name.size()));
  const std::string near = nearest(bare, known_names());
  return {.where = printable(name.substr(0, 100)),
          .text = "unknown flag",
          .remedy = near.empty() ? "see --help" : "did you mean --" + near + "?"};
}

ConfigError stray_word(std::string_view word, bool after_boolean, std::string_view before) {
  if (after_boolean) {
    return {.where = "argument " + shown(word),
            .text = "stands alone",
            .remedy = "a switch takes its value with =, as in " + std::string(before) + "=false"};
  }
  const std::vector<std::string> commands = {"completion", "version"};
  const std::string near = nearest(word, commands);
  return {.where = "argument " + shown(word),
          .text = "neither a flag nor a command",
          .remedy = near.empty() ? "see --help" : "did you mean " + near + "?"};
}

// What CLI11 could not place, in the order in which it was written.
void report_extras(const std::vector<std::string>& extras,
                   const std::vector<std::string>& arguments, Layer& layer) {
  bool value_may_follow = false;
  for (const std::string& extra : extras) {
    if (extra.starts_with('-') && extra.size() > 1) {
      layer.errors.push_back(unknown_flag(extra));
      value_may_follow = extra.find('=') == std::string::npos;
    } else if (value_may_follow) {
      value_may_follow = false;  // the value of the unknown flag before: never shown
    } else {
      const auto at = std::ranges::find(arguments, extra);
      const std::string_view before =
          at == arguments.begin() || at == arguments.end() ? "" : std::string_view(*(at - 1));
      const Flag* flag = before.starts_with("--") ? find(before.substr(2)) : nullptr;
      layer.errors.push_back(
          stray_word(extra, flag != nullptr && flag->kind == Kind::boolean, before));
    }
  }
}

void take_option(const Flag& flag, const CLI::Option& option, Layer& layer) {
  if (option.count() == 0) return;
  Given given{.flag = &flag, .values = option.results(), .where = "--" + std::string(flag.name)};
  if (flag.kind != Kind::list && given.values.size() > 1) {
    layer.warnings.push_back(given.where + " is given more than once; the last one counts");
    given.values.erase(given.values.begin(), given.values.end() - 1);
  }
  layer.given.push_back(std::move(given));
}

void take_shell(const std::string& word, CommandLine& line) {
  const std::vector<std::string> shells = {"bash", "zsh", "fish"};  // in the order of Shell
  line.command = Command::completion;
  const auto at = std::ranges::find(shells, word);
  if (at != shells.end()) {
    line.shell = static_cast<Shell>(at - shells.begin());
    return;
  }
  const std::string near = nearest(word, shells);
  line.layer.errors.push_back(
      {.where = "completion " + shown(word),
       .text = word.empty() ? "names no shell" : "a shell that we have no completion for",
       .remedy = near.empty() ? "choose bash, zsh or fish" : "did you mean " + near + "?"});
}

}  // namespace

CommandLine read_command_line(const std::vector<std::string>& arguments) {
  CommandLine line;
  if (arguments.size() > kMostArguments) {
    line.layer.errors.push_back({"command line", "more than 10000 arguments", "use --config.file"});
    return line;
  }
  // Texts only: CLI11 stops at the first bad value, and we report them all.
  CLI::App app;
  app.set_help_flag("");
  app.allow_extras();
  const auto* help = app.add_flag("-h,--help");
  const auto* version = app.add_flag("--version");
  const auto* schemes = app.add_flag("--list-schemes");
  const auto* version_command = app.add_subcommand("version")->fallthrough();
  auto* completion_command = app.add_subcommand("completion")->fallthrough();
  std::string shell;
  completion_command->add_option("shell", shell);
  std::map<std::string_view, const CLI::Option*> options;
  for (const Flag& flag : table()) {
    const std::string name = "--" + std::string(flag.name);
    if (flag.kind == Kind::boolean) {
      options[flag.name] = app.add_flag(name + ",!--no-" + std::string(flag.name))
                               ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    } else {
      options[flag.name] = app.add_option(name)->expected(0, 1)->take_all();
    }
  }
  try {
    auto reversed = spelt_out(arguments);
    std::ranges::reverse(reversed);
    app.parse(std::move(reversed));
  } catch (const CLI::Error& error) {
    line.layer.errors.push_back({"command line", error.what(), "see --help"});
    return line;
  }
  if (version->count() > 0 || version_command->count() > 0) line.command = Command::version;
  if (schemes->count() > 0) line.command = Command::list_schemes;
  if (completion_command->count() > 0) take_shell(shell, line);
  if (help->count() > 0) line.command = Command::help;
  report_extras(app.remaining(true), arguments, line.layer);
  for (const Flag& flag : table()) take_option(flag, *options[flag.name], line.layer);
  return line;
}

}  // namespace pge::flags
