// SPDX-License-Identifier: Apache-2.0
#include "http/message.h"

#include <algorithm>

namespace pge {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool same_name(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace

void Headers::set(std::string_view name, std::string value) {
  std::erase_if(fields_, [&](const Header& field) { return same_name(field.name, name); });
  add(std::string(name), std::move(value));
}

std::optional<std::string_view> Headers::find(std::string_view name) const {
  for (const Header& field : fields_) {
    if (same_name(field.name, name)) return field.value;
  }
  return std::nullopt;
}

std::size_t Headers::count(std::string_view name) const {
  return static_cast<std::size_t>(std::count_if(
      fields_.begin(), fields_.end(), [&](const Header& f) { return same_name(f.name, name); }));
}

std::string Headers::joined(std::string_view name) const {
  std::string list;
  for (const Header& field : fields_) {
    if (!same_name(field.name, name) || field.value.empty()) continue;
    if (!list.empty()) list += ", ";
    list += field.value;
  }
  return list;
}

std::vector<std::string_view> Query::all(std::string_view name) const {
  std::vector<std::string_view> values;
  for (const auto& [key, value] : pairs_) {
    if (key == name) values.push_back(value);
  }
  return values;
}

std::optional<std::string_view> Query::first(std::string_view name) const {
  for (const auto& [key, value] : pairs_) {
    if (key == name) return value;
  }
  return std::nullopt;
}

Response text_response(int status, std::string text) {
  Response response;
  response.status = status;
  response.content_type = "text/plain; charset=utf-8";
  if (!text.empty() && !text.ends_with('\n')) text += '\n';
  response.body.push_back(make_part(std::move(text)));
  return response;
}

}  // namespace pge
