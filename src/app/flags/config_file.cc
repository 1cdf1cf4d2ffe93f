// SPDX-License-Identifier: Apache-2.0
#include <yaml-cpp/yaml.h>

#include <algorithm>

#include "app/flags/given.h"
#include "app/flags/values.h"
#include "base/host_fs.h"
#include "base/strings.h"

namespace pge::flags {
namespace {

constexpr std::size_t kMostBytes = 1U << 20;
constexpr int kMostDepth = 16;
constexpr int kMostNodes = 10'000;  // aliases make a small file expand without end

class Reader {
 public:
  Reader(std::string path, Layer& layer) : path_(std::move(path)), layer_(layer) {}

  void read(const std::string& text) {
    try {
      const std::vector<YAML::Node> documents = YAML::LoadAll(text);
      if (documents.size() > 1) return problem(documents[1], "", "a second document", "keep one");
      if (documents.empty() || documents[0].IsNull()) return;
      if (!documents[0].IsMap()) {
        return problem(documents[0], "", "not a map of settings",
                       "write lines as log.level: debug");
      }
      walk(documents[0], "", 0);
    } catch (const YAML::Exception& error) {
      const std::string line =
          error.mark.is_null() ? "" : ":" + std::to_string(error.mark.line + 1);
      add(path_ + line, "not YAML: " + printable(error.msg.substr(0, 200)), "mend the file");
    }
  }

 private:
  void add(std::string where, std::string text, std::string remedy) {
    layer_.errors.push_back({std::move(where), std::move(text), std::move(remedy)});
  }

  std::string place(const YAML::Node& node, std::string_view key) const {
    std::string where = path_;
    if (!node.Mark().is_null()) where += ":" + std::to_string(node.Mark().line + 1);
    if (!key.empty()) where += ": " + printable(key.substr(0, 100));
    return where;
  }

  void problem(const YAML::Node& node, std::string_view key, std::string text, std::string remedy) {
    add(place(node, key), std::move(text), std::move(remedy));
  }

  bool exhausted(const YAML::Node& node, int depth) {
    if (gave_up_) return true;
    gave_up_ = ++nodes_ > kMostNodes || depth > kMostDepth;
    if (gave_up_) problem(node, "", "too many or too deeply nested keys", "keep to the settings");
    return gave_up_;
  }

  void walk(const YAML::Node& map, const std::string& prefix, int depth) {
    for (const auto& item : map) {
      if (exhausted(item.first, depth)) return;
      if (!item.first.IsScalar()) {
        problem(item.first, prefix, "a key that is no text", "use names of settings as keys");
        continue;
      }
      const std::string key = prefix + item.first.Scalar();
      if (key.size() > 1000) {
        problem(item.first, key, "too long for a key", "use names of settings as keys");
      } else if (item.second.IsMap()) {
        walk(item.second, key + '.', depth + 1);
      } else {
        take(item.first, key, item.second);
      }
    }
  }

  void take(const YAML::Node& at, const std::string& key, const YAML::Node& value) {
    const Flag* flag = find(key);
    if (flag == nullptr) return unknown(at, key);
    if (key == "config.file") {
      return problem(at, key, "cannot be set in a file",
                     "name one file, by the flag or its variable");
    }
    if (std::ranges::find(layer_.given, flag, &Given::flag) != layer_.given.end()) {
      return problem(at, key, "stands there twice", "keep one");
    }
    Given given{.flag = flag, .values = {}, .where = place(at, key)};
    if (value.IsScalar()) {
      given.values.push_back(value.Scalar());
    } else if (value.IsSequence() && flag->kind == Kind::list) {
      for (const YAML::Node& element : value) {
        if (exhausted(element, 0)) return;
        if (!element.IsScalar()) {
          return problem(element, key, "an item that is no text", "write plain items");
        }
        given.values.push_back(element.Scalar());
      }
      if (given.values.empty()) return problem(at, key, "empty list", "leave it out");
    } else if (value.IsSequence()) {
      return problem(at, key, "takes one value, not a list", "give one value");
    } else {
      return problem(at, key, "no value", "give one or leave the key out");
    }
    layer_.given.push_back(std::move(given));
  }

  void unknown(const YAML::Node& at, const std::string& key) {
    std::vector<std::string> names;
    for (const Flag& flag : table()) names.emplace_back(flag.name);
    const std::string near =
        key.starts_with("no-") && find(key.substr(3)) ? key.substr(3) : nearest(key, names);
    problem(at, key, "unknown setting",
            near.empty() ? "see --help for the names" : "did you mean " + near + "?");
  }

  std::string path_;  // as shown in messages
  Layer& layer_;
  int nodes_ = 0;
  bool gave_up_ = false;
};

}  // namespace

Layer read_config_file(const std::string& path, const std::string& where) {
  Layer layer;
  const auto text = HostFs().read(path, kMostBytes);
  if (!text) {
    layer.errors.push_back({.where = where + "=" + shown(path),
                            .text = "cannot be read: " + text.error().text,
                            .remedy = "name a readable YAML file of at most 1 MiB"});
    return layer;
  }
  Reader(printable(path), layer).read(*text);
  return layer;
}

}  // namespace pge::flags
