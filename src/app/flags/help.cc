// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "app/flags.h"
#include "app/flags/table.h"
#include "base/strings.h"

namespace pge {
namespace {

using flags::Flag;
using flags::Kind;

constexpr std::size_t kWidth = 88;

constexpr std::string_view kIntroduction =
    R"(Tells which Kubernetes pod holds which GPU, as Prometheus metrics.

Usage: pod-gpu-exporter [flags]          serve
       pod-gpu-exporter version          what this binary was built from
       pod-gpu-exporter completion SHELL completion for bash, zsh or fish

Runs on every GPU node and needs nothing but the kubelet's PodResources socket:

  pod-gpu-exporter --host.root=/host --web.listen-address=:9401

Every flag has an environment variable, given below in brackets, and a key in the YAML file
that --config.file names. A flag counts over its variable, a variable over the file, the
file over the default. Write --flag=value or --flag value; switches are --flag and
--no-flag. Lists take commas, and their flag may be repeated.
)";

// `text` in lines of at most kWidth, each after `indent` blanks.
void append_wrapped(std::string& out, std::string_view text, std::size_t indent) {
  std::size_t column = 0;
  for (const std::string_view word : split(text, ' ')) {
    const bool fits = column > 0 && column + 1 + word.size() <= kWidth;
    if (fits) {
      out += ' ';
      ++column;
    } else {
      if (column > 0) out += '\n';
      out.append(indent, ' ');
      column = indent;
    }
    out += word;
    column += word.size();
  }
  out += '\n';
}

std::string usage(const Flag& flag) {
  const std::string name(flag.name);
  if (flag.kind == Kind::boolean) return "--" + name + ", --no-" + name;
  return "--" + name + "=" + std::string(flag.value_name);
}

std::string default_of(const Flag& flag, std::string_view quote) {
  if (flag.default_is_said) return std::string(flag.default_text);
  if (flag.kind == Kind::boolean) return flag.default_text == "true" ? "on" : "off";
  return std::string(quote) + std::string(flag.default_text) + std::string(quote);
}

}  // namespace

std::string help_text() {
  std::string text(kIntroduction);
  std::string_view group;
  for (const Flag& flag : flags::table()) {
    if (flag.group != group) {
      group = flag.group;
      text += '\n' + std::string(group) + ":\n";
    }
    text += "  " + usage(flag) + "  [" + flags::variable_of(flag.name) + "]\n";
    append_wrapped(text, flag.help, 6);
    append_wrapped(text, "Default: " + default_of(flag, ""), 6);
  }
  text +=
      "\nOther:\n  -h, --help\n      This text.\n"
      "  --list-schemes\n      The ways of assigning GPUs that this version reads, and from what.\n"
      "  --version\n      The same as `version`.\n";
  return text;
}

std::string version_text(const BuildInfo& info) {
  std::string text = "pod-gpu-exporter, version ";
  text += info.version;
  text += " (revision: " + std::string(info.revision) + ")\n";
  text += "  compiler:   " + std::string(info.compiler) + "\n";
  text += "  platform:   " + std::string(info.os) + "/" + std::string(info.arch) + "\n";
  return text;
}

std::string flags_markdown() {
  std::string text =
      "# Settings\n\n"
      "<!-- Generated from src/app/flags/groups/; app_test compares it, and rewrites it when\n"
      "     UPDATE_GOLDEN=1 is set. -->\n\n"
      "Every setting is a flag, an environment variable and a key of the YAML file that\n"
      "`--config.file` names (nested as `log: {level: debug}` or dotted as `log.level: debug`).\n"
      "A flag counts over its variable, a variable over the file, the file over the default;\n"
      "an empty variable counts as not set. Flags are written `--flag=value` or `--flag value`,\n"
      "switches `--flag` and `--no-flag`. Lists take commas, and their flag may be repeated.\n"
      "Durations are written `250ms`, `5s`, `1m30s`, `2h`.\n\n"
      "All errors of a configuration are reported at once, and the program exits with 2. An\n"
      "unknown `PGE_` variable is a warning.\n";
  std::string_view group;
  for (const Flag& flag : flags::table()) {
    if (flag.group != group) {
      group = flag.group;
      text += "\n## " + std::string(group) + "\n";
    }
    text += "\n### `--" + std::string(flag.name);
    if (flag.kind != Kind::boolean) text += "=" + std::string(flag.value_name);
    text += "`\n\n" + std::string(flag.help) + "\n\n";
    text += "- Variable: `" + flags::variable_of(flag.name) + "`\n";
    text += "- Default: " + default_of(flag, "`") + "\n";
  }
  return text;
}

}  // namespace pge
