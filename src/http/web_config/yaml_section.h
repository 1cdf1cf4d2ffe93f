// SPDX-License-Identifier: Apache-2.0
#pragma once

// Internal: for translation units that read YAML.
#include <yaml-cpp/yaml.h>

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "http/web_config/web_config.h"

namespace pge {

// Collects what is wrong, with the line of the file where it stands.
class YamlErrors {
 public:
  explicit YamlErrors(std::string file) : file_(std::move(file)) {}

  void add(const YAML::Node& at, std::string_view key, std::string text, std::string remedy);
  void add(std::string_view key, std::string text, std::string remedy);  // without a line
  bool empty() const { return errors_.empty(); }
  WebConfigErrors take() { return std::move(errors_); }

 private:
  std::string file_;
  WebConfigErrors errors_;
};

// One map of a configuration whose keys are all known beforehand. Asking for a key marks it as
// known; finish() reports those that nobody asked for. What is not of the wanted kind is reported
// and reads as not given, and so does null.
class YamlSection {
 public:
  YamlSection(const YAML::Node& map, std::string prefix, YamlErrors& errors);

  std::optional<YAML::Node> node(std::string_view key);  // of any kind but null
  std::optional<std::string> text(std::string_view key);
  std::optional<bool> boolean(std::string_view key);
  std::vector<std::string> list(std::string_view key);
  YamlSection section(std::string_view key);
  std::vector<std::pair<YAML::Node, YAML::Node>> entries() const { return entries_; }

  // An error at the key's own line, or the section's if it is not there.
  void fault(std::string_view key, std::string text, std::string remedy);
  void finish();

 private:
  std::string named(std::string_view key) const { return prefix_ + std::string(key); }

  YAML::Node map_;
  std::string prefix_;
  YamlErrors& errors_;
  std::vector<std::pair<YAML::Node, YAML::Node>> entries_;
  std::vector<std::string> known_;
};

}  // namespace pge
