// SPDX-License-Identifier: Apache-2.0
#include "exposition/format/negotiation.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/strings.h"

namespace pge {
namespace {

constexpr std::size_t kMostClauses = 64;  // more is no honest header
constexpr int kFull = 1000;               // weights in thousandths, as finely as HTTP has them

struct Clause {
  std::string value;  // lower case
  std::vector<std::pair<std::string, std::string>> parameters;
  int weight = kFull;

  std::string_view parameter(std::string_view name) const {
    for (const auto& [key, text] : parameters) {
      if (key == name) return text;
    }
    return {};
  }
};

// At the first `separator` outside of quotes; all of the text where there is none.
std::size_t end_of(std::string_view text, char separator) {
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (quoted && text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      quoted = !quoted;
    } else if (!quoted && text[i] == separator) {
      return i;
    }
  }
  return text.size();
}

std::string_view take(std::string_view& rest, char separator) {
  const std::size_t end = end_of(rest, separator);
  const std::string_view front = trim(rest.substr(0, end));
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return front;
}

std::string_view unquoted(std::string_view text) {
  if (text.size() < 2 || text.front() != '"' || text.back() != '"') return text;
  return text.substr(1, text.size() - 2);
}

// "0", "1", "0.123", "1.000"; nothing for anything else. HTTP has three decimals, and clients that
// write more mean what they say.
std::optional<int> weight_of(std::string_view text) {
  const std::size_t dot = text.find('.');
  const std::string_view whole = text.substr(0, dot);
  if (whole != "0" && whole != "1") return std::nullopt;
  int weight = whole == "1" ? kFull : 0;
  if (dot == std::string_view::npos) return weight;
  const std::string_view digits = text.substr(dot + 1);
  int unit = kFull / 10;
  for (const char c : digits) {
    if (c < '0' || c > '9') return std::nullopt;
    weight += (c - '0') * unit;
    unit /= 10;
  }
  return weight <= kFull ? std::optional(weight) : std::nullopt;
}

// A clause whose weight cannot be read is not there.
std::optional<Clause> parse_clause(std::string_view text) {
  Clause clause;
  clause.value = to_lower(take(text, ';'));
  if (clause.value.empty()) return std::nullopt;
  while (!text.empty() && clause.parameters.size() < kMostClauses) {
    std::string_view value = take(text, ';');
    const std::string name = to_lower(take(value, '='));
    value = unquoted(trim(value));
    if (name == "q") {
      const auto weight = weight_of(value);
      if (!weight) return std::nullopt;
      clause.weight = *weight;
    } else if (!name.empty()) {
      clause.parameters.emplace_back(name, to_lower(value));
    }
  }
  return clause;
}

std::vector<Clause> parse_clauses(std::string_view header) {
  std::vector<Clause> clauses;
  while (!header.empty() && clauses.size() < kMostClauses) {
    if (auto clause = parse_clause(take(header, ','))) clauses.push_back(std::move(*clause));
  }
  return clauses;
}

std::optional<Format> format_of(const Clause& clause) {
  const std::string_view version = clause.parameter("version");
  if (clause.value == "application/openmetrics-text") {
    if (version == "1.0.0") return Format::openmetrics_1_0;
    if (version.empty() || version == "0.0.1") return Format::openmetrics_0_0_1;
    return std::nullopt;
  }
  if (clause.value == "text/plain") {
    if (version.empty() || version == "0.0.4") return Format::text;
    return std::nullopt;
  }
  if (clause.value == "text/*" || clause.value == "*/*") return Format::text;
  if (clause.value == "application/vnd.google.protobuf") {
    const bool delimited = clause.parameter("encoding") == "delimited";
    const bool ours = clause.parameter("proto") == "io.prometheus.client.metricfamily";
    if (delimited && ours) return Format::protobuf;
  }
  return std::nullopt;
}

}  // namespace

Format negotiate_format(std::string_view accept) {
  Format best = Format::text;
  int weight = 0;
  for (const Clause& clause : parse_clauses(accept)) {
    const auto format = format_of(clause);
    if (!format || clause.weight <= weight) continue;
    best = *format;
    weight = clause.weight;
  }
  return best;
}

bool accepts_gzip(std::string_view accept_encoding) {
  std::optional<int> gzip;
  std::optional<int> any;
  int identity = 1;  // always acceptable, last of all, unless said otherwise
  for (const Clause& clause : parse_clauses(accept_encoding)) {
    if (clause.value == "gzip" || clause.value == "x-gzip") gzip = clause.weight;
    if (clause.value == "*") any = clause.weight;
    if (clause.value == "identity") identity = clause.weight;
  }
  const int weight = gzip.value_or(any.value_or(0));
  return weight > 0 && weight >= identity;
}

}  // namespace pge
