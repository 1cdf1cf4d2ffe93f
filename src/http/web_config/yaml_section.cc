// SPDX-License-Identifier: Apache-2.0
#include "http/web_config/yaml_section.h"

#include <algorithm>

#include "base/strings.h"

namespace pge {
namespace {

constexpr std::size_t kMostEntries = 1000;

std::string meant(std::string_view wrong, const std::vector<std::string>& known) {
  if (wrong.size() > 100) return "see docs/web-config.md for the keys";
  const auto best = std::ranges::min_element(known, {}, [wrong](const std::string& name) {
    return edit_distance(to_lower(wrong), to_lower(name));
  });
  if (best == known.end() || edit_distance(to_lower(wrong), to_lower(*best)) > 3) {
    return "see docs/web-config.md for the keys";
  }
  return "did you mean " + *best + "?";
}

}  // namespace

std::string WebConfigError::message() const {
  return where + ": " + text + (remedy.empty() ? "" : "; " + remedy);
}

void YamlErrors::add(const YAML::Node& at, std::string_view key, std::string text,
                     std::string remedy) {
  std::string where = file_;
  if (!at.Mark().is_null()) where += ":" + std::to_string(at.Mark().line + 1);
  if (!key.empty()) where += ": " + printable(key.substr(0, 100));
  errors_.push_back({std::move(where), std::move(text), std::move(remedy)});
}

void YamlErrors::add(std::string_view key, std::string text, std::string remedy) {
  errors_.push_back(
      {file_ + (key.empty() ? "" : ": ") + std::string(key), std::move(text), std::move(remedy)});
}

YamlSection::YamlSection(const YAML::Node& map, std::string prefix, YamlErrors& errors)
    : map_(map), prefix_(std::move(prefix)), errors_(errors) {
  if (!map_.IsDefined() || map_.IsNull()) return;
  if (!map_.IsMap()) {
    errors_.add(map_, prefix_.substr(0, prefix_.empty() ? 0 : prefix_.size() - 1),
                "not a map of settings", "write lines as key: value");
    return;
  }
  if (map_.size() > kMostEntries) {
    errors_.add(map_, prefix_, "more than 1000 entries", "keep fewer");
    return;
  }
  std::set<std::string> seen;
  for (const auto& entry : map_) {
    if (!entry.first.IsScalar()) {
      errors_.add(entry.first, prefix_, "a key that is no text", "use plain names as keys");
    } else if (!seen.insert(entry.first.Scalar()).second) {
      errors_.add(entry.first, named(entry.first.Scalar()), "stands there twice", "keep one");
    } else {
      entries_.emplace_back(entry.first, entry.second);
    }
  }
}

std::optional<YAML::Node> YamlSection::node(std::string_view key) {
  known_.emplace_back(key);
  for (const auto& [name, value] : entries_) {
    if (name.Scalar() == key && !value.IsNull()) return value;
  }
  return std::nullopt;
}

std::optional<std::string> YamlSection::text(std::string_view key) {
  const auto value = node(key);
  if (!value) return std::nullopt;
  if (value->IsScalar()) return value->Scalar();
  fault(key, "takes one text", "write it as " + std::string(key) + ": VALUE");
  return std::nullopt;
}

std::optional<bool> YamlSection::boolean(std::string_view key) {
  const auto value = text(key);
  if (!value) return std::nullopt;
  const std::string lower = to_lower(*value);
  if (lower == "true" || lower == "yes" || lower == "on") return true;
  if (lower == "false" || lower == "no" || lower == "off") return false;
  fault(key, "neither true nor false", "write true or false");
  return std::nullopt;
}

std::vector<std::string> YamlSection::list(std::string_view key) {
  std::vector<std::string> items;
  const auto value = node(key);
  if (!value) return items;
  if (!value->IsSequence() || value->size() > kMostEntries) {
    fault(key, "takes a list of at most 1000 texts", "write it as [one, two]");
    return items;
  }
  items.reserve(value->size());
  for (const YAML::Node& item : *value) {
    if (item.IsScalar()) {
      items.push_back(item.Scalar());
    } else {
      errors_.add(item, named(key), "an item that is no text", "write plain items");
    }
  }
  return items;
}

YamlSection YamlSection::section(std::string_view key) {
  return {node(key).value_or(YAML::Node()), named(key) + ".", errors_};
}

void YamlSection::fault(std::string_view key, std::string text, std::string remedy) {
  for (const auto& [name, value] : entries_) {
    if (name.Scalar() == key) {
      return errors_.add(name, named(key), std::move(text), std::move(remedy));
    }
  }
  errors_.add(map_, named(key), std::move(text), std::move(remedy));
}

void YamlSection::finish() {
  for (const auto& [name, value] : entries_) {
    if (std::ranges::find(known_, name.Scalar()) == known_.end()) {
      errors_.add(name, named(name.Scalar()), "unknown key", meant(name.Scalar(), known_));
    }
  }
}

}  // namespace pge
