// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "app/flags/given.h"
#include "base/strings.h"

namespace pge::flags {
namespace {

constexpr std::string_view kPrefix = "PGE_";

// Kubernetes describes every Service of the namespace in variables, so one that is called "pge" or
// "pge-something" makes PGE_…_SERVICE_HOST, PGE_…_PORT=tcp://… and the like.
bool describes_a_service(std::string_view name, std::string_view value) {
  const auto has = [name](std::string_view part) { return name.find(part) != name.npos; };
  if (has("_SERVICE_HOST") || has("_SERVICE_PORT")) return true;
  if (has("_PORT_") && (has("_TCP") || has("_UDP") || has("_SCTP"))) return true;
  return name.ends_with("_PORT") && value.find("://") != value.npos;
}

std::string unknown_variable(std::string_view name) {
  std::vector<std::string> variables;
  for (const Flag& flag : table()) variables.push_back(variable_of(flag.name));
  const std::string near = nearest(name, variables);
  std::string text =
      "environment variable " + printable(name.substr(0, 100)) + " is no setting and is ignored";
  if (!near.empty()) text += "; did you mean " + near + "?";
  return text;
}

}  // namespace

Layer read_environment(const std::vector<std::string>& environment) {
  Layer layer;
  for (const std::string& entry : environment) {
    if (!entry.starts_with(kPrefix)) continue;
    const std::size_t equals = entry.find('=');
    if (equals == std::string::npos) continue;
    const std::string_view name = std::string_view(entry).substr(0, equals);
    const std::string_view value = std::string_view(entry).substr(equals + 1);
    if (describes_a_service(name, value)) continue;
    const auto flag = std::ranges::find_if(
        table(), [name](const Flag& f) { return variable_of(f.name) == name; });
    if (flag == table().end()) {
      layer.warnings.push_back(unknown_variable(name));
    } else if (!value.empty()) {
      layer.given.push_back(
          {.flag = &*flag, .values = {std::string(value)}, .where = std::string(name)});
    }
  }
  return layer;
}

}  // namespace pge::flags
