// SPDX-License-Identifier: Apache-2.0
#include "app/health.h"

#include <algorithm>

#include "base/strings.h"

namespace pge {

namespace {

std::string seconds_ago(SteadyTime then, SteadyTime now) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(now - then).count();
  return std::to_string(std::max<std::int64_t>(seconds, 0)) + " s ago";
}

// Other people's bytes on a line of ours: control characters would forge further lines.
std::string one_line(std::string_view text) {
  std::string line = to_valid_utf8(text);
  std::replace_if(
      line.begin(), line.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
  return line;
}

std::string describe(const SourceState& state, SteadyTime now) {
  std::string text = state.name + ": " + std::string(to_string(state.health));
  if (state.last_success != SteadyTime{}) {
    text += ", last success " + seconds_ago(state.last_success, now);
  }
  if (state.expired) text += ", its last facts are too old and no longer served";
  if (state.last_error) {
    text += "\n  error: " + std::string(to_string(state.last_error->kind)) + ": " +
            one_line(state.last_error->message());
    if (!state.last_error->remedy.empty())
      text += "\n  remedy: " + one_line(state.last_error->remedy);
  }
  return text + "\n";
}

}  // namespace

Readiness readiness(const SourceStatus& status, std::span<const RequiredSource> required,
                    bool has_snapshot, SteadyTime now) {
  Readiness result;
  std::string sources;
  const auto stands = [&](std::string_view name) {
    return std::ranges::any_of(status.sources, [&](const auto& entry) {
      return entry.state.name == name && entry.state.facts && !entry.state.expired;
    });
  };
  for (const RequiredSource& source : required) {
    const bool complete = stands(source.name) && (source.with.empty() || stands(source.with));
    result.ready = result.ready || (complete && has_snapshot);
  }
  for (const auto& [state, errors] : status.sources) sources += describe(state, now);
  if (status.sources.empty()) sources = "no source is switched on\n";
  result.body = (result.ready ? "ready\n" : "not ready\n") + sources;
  return result;
}

}  // namespace pge
