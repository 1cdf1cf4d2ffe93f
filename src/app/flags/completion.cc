// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <string_view>

#include "app/flags.h"
#include "app/flags/table.h"

namespace pge {
namespace {

using flags::Flag;
using flags::Kind;

// "config.file" → "--config.file", "metrics.legacy" → also "--no-metrics.legacy".
std::string words() {
  std::string text = "--help --list-schemes --version";
  for (const Flag& flag : flags::table()) {
    text += " --" + std::string(flag.name);
    if (flag.kind == Kind::boolean) text += " --no-" + std::string(flag.name);
  }
  return text;
}

enum class Values { none, choices, files, directories, any };

Values values_of(const Flag& flag) {
  if (flag.kind == Kind::boolean) return Values::none;
  if (!flag.choices.empty()) return Values::choices;
  if (flag.value_name == "FILE" || flag.value_name == "SOCKET") return Values::files;
  return flag.value_name == "DIR" ? Values::directories : Values::any;
}

// Up to the first full stop, without what `special` characters would mean to a shell.
std::string summary(const Flag& flag, std::string_view special) {
  std::string text(flag.help.substr(0, flag.help.find(". ")));
  if (text.ends_with('.')) text.pop_back();
  std::erase_if(text, [special](char c) { return special.find(c) != std::string_view::npos; });
  return text;
}

std::string bash() {
  std::string text =
      "# bash completion for pod-gpu-exporter\n"
      "_pod_gpu_exporter() {\n"
      "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} flag=\n"
      "  # '=' is a word of its own to bash.\n"
      "  if [[ $cur == '=' ]]; then\n    flag=$prev cur=\n"
      "  elif [[ $prev == '=' ]]; then\n    flag=${COMP_WORDS[COMP_CWORD - 2]}\n"
      "  else\n    flag=$prev\n  fi\n"
      "  case $flag in\n"
      "    completion) COMPREPLY=($(compgen -W 'bash zsh fish' -- \"$cur\")); return ;;\n";
  for (const Flag& flag : flags::table()) {
    const Values values = values_of(flag);
    if (values == Values::none) continue;
    text += "    --" + std::string(flag.name) + ") ";
    if (values == Values::choices)
      text += "COMPREPLY=($(compgen -W '" + std::string(flag.choices) + "' -- \"$cur\")); ";
    if (values == Values::files) text += "COMPREPLY=($(compgen -f -- \"$cur\")); ";
    if (values == Values::directories) text += "COMPREPLY=($(compgen -d -- \"$cur\")); ";
    text += "return ;;\n";
  }
  return text +
         "  esac\n"
         "  if [[ $cur == -* ]]; then\n"
         "    COMPREPLY=($(compgen -W '" +
         words() +
         "' -- \"$cur\"))\n"
         "  elif ((COMP_CWORD == 1)); then\n"
         "    COMPREPLY=($(compgen -W 'completion version' -- \"$cur\"))\n"
         "  fi\n"
         "}\n"
         "complete -F _pod_gpu_exporter pod-gpu-exporter\n";
}

std::string zsh_action(const Flag& flag) {
  switch (values_of(flag)) {
    case Values::choices:
      return "(" + std::string(flag.choices) + ")";
    case Values::files:
      return "_files";
    case Values::directories:
      return "_files -/";
    default:
      return " ";
  }
}

std::string zsh() {
  std::string text =
      "#compdef pod-gpu-exporter\n"
      "_pod_gpu_exporter() {\n"
      "  _arguments \\\n"
      "    '(- *)'{-h,--help}'[every setting]' \\\n"
      "    '(- *)--list-schemes[the ways of assigning GPUs that are read]' \\\n"
      "    '(- *)--version[what this binary was built from]' \\\n";
  for (const Flag& flag : flags::table()) {
    const std::string name(flag.name);
    const std::string help = "[" + summary(flag, "'[]:`$\\") + "]";
    if (flag.kind == Kind::boolean) {
      text += "    '--" + name + help + "' \\\n    '--no-" + name + "[not\\: " + help.substr(1) +
              "' \\\n";
      continue;
    }
    const std::string repeat = flag.kind == Kind::list ? "*" : "";
    text += "    '" + repeat + "--" + name + "=" + help + ":" + std::string(flag.value_name) + ":" +
            zsh_action(flag) + "' \\\n";
  }
  return text +
         "    '1:command:(completion version)' \\\n"
         "    '2:shell:(bash zsh fish)'\n"
         "}\n"
         "compdef _pod_gpu_exporter pod-gpu-exporter\n";
}

std::string fish() {
  const std::string start = "complete -c pod-gpu-exporter ";
  std::string text = "# fish completion for pod-gpu-exporter\n" + start + "-f\n" + start +
                     "-n __fish_use_subcommand -a 'completion version'\n" + start +
                     "-n '__fish_seen_subcommand_from completion' -a 'bash zsh fish'\n" + start +
                     "-s h -l help -d 'every setting'\n" + start +
                     "-l list-schemes -d 'the ways of assigning GPUs that are read'\n" + start +
                     "-l version -d 'what this binary was built from'\n";
  for (const Flag& flag : flags::table()) {
    const std::string about = " -d '" + summary(flag, "'\\") + "'\n";
    const std::string name(flag.name);
    switch (values_of(flag)) {
      case Values::none:
        text += start + "-l " + name + about + start + "-l no-" + name + "\n";
        break;
      case Values::choices:
        text += start + "-l " + name + " -x -a '" + std::string(flag.choices) + "'" + about;
        break;
      case Values::files:
        text += start + "-l " + name + " -r -F" + about;
        break;
      case Values::directories:
        text += start + "-l " + name + " -x -a '(__fish_complete_directories)'" + about;
        break;
      case Values::any:
        text += start + "-l " + name + " -x" + about;
        break;
    }
  }
  return text;
}

}  // namespace

std::string completion_text(Shell shell) {
  if (shell == Shell::zsh) return zsh();
  return shell == Shell::fish ? fish() : bash();
}

}  // namespace pge
