// SPDX-License-Identifier: Apache-2.0
#include "http/wire/response_head.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace pge {
namespace {

std::string_view reason_phrase(int status) {
  struct Phrase {
    int status;
    std::string_view text;
  };
  static constexpr std::array<Phrase, 19> kPhrases = {{{200, "OK"},
                                                       {202, "Accepted"},
                                                       {204, "No Content"},
                                                       {301, "Moved Permanently"},
                                                       {302, "Found"},
                                                       {304, "Not Modified"},
                                                       {400, "Bad Request"},
                                                       {401, "Unauthorized"},
                                                       {403, "Forbidden"},
                                                       {404, "Not Found"},
                                                       {405, "Method Not Allowed"},
                                                       {406, "Not Acceptable"},
                                                       {413, "Content Too Large"},
                                                       {414, "URI Too Long"},
                                                       {417, "Expectation Failed"},
                                                       {431, "Request Header Fields Too Large"},
                                                       {500, "Internal Server Error"},
                                                       {503, "Service Unavailable"},
                                                       {505, "HTTP Version Not Supported"}}};
  for (const Phrase& phrase : kPhrases) {
    if (phrase.status == status) return phrase.text;
  }
  return "";
}

void append_number(std::string& out, std::uint64_t number) {
  std::array<char, 20> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  out.append(digits.data(), end);
}

void append_field(std::string& out, std::string_view name, std::string_view value) {
  out.append(name).append(": ");
  for (const char c : value) out += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
  out += "\r\n";
}

bool is_token(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
           c == '_';
  });
}

bool set_by_server(std::string_view name) {
  static constexpr std::array<std::string_view, 6> kOurs = {
      "connection", "content-length",    "content-type",
      "date",       "transfer-encoding", "x-content-type-options"};
  std::string lower(name);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return std::find(kOurs.begin(), kOurs.end(), lower) != kOurs.end();
}

}  // namespace

bool has_no_body(int status) { return status < 200 || status == 204 || status == 304; }

std::string response_head(const Response& response, const Framing& framing, std::string_view date) {
  std::string out;
  out.reserve(256);
  out += "HTTP/1.1 ";
  append_number(out, static_cast<std::uint64_t>(std::clamp(response.status, 100, 999)));
  out.append(" ").append(reason_phrase(response.status)).append("\r\n");
  append_field(out, "Date", date);
  if (!response.content_type.empty()) append_field(out, "Content-Type", response.content_type);
  if (!has_no_body(response.status)) {
    out += "Content-Length: ";
    append_number(out, framing.body_bytes);
    out += "\r\n";
  }
  out += "X-Content-Type-Options: nosniff\r\n";
  for (const Header& field : response.headers) {
    if (is_token(field.name) && !set_by_server(field.name)) {
      append_field(out, field.name, field.value);
    }
  }
  if (!framing.keep_alive) {
    out += "Connection: close\r\n";
  } else if (framing.say_keep_alive) {
    out += "Connection: keep-alive\r\n";
  }
  return out += "\r\n";
}

std::string http_date(WallTime time) {
  static constexpr std::array<std::string_view, 7> kDays = {"Sun", "Mon", "Tue", "Wed",
                                                            "Thu", "Fri", "Sat"};
  static constexpr std::array<std::string_view, 12> kMonths = {
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const auto days = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(days);
  const std::chrono::hh_mm_ss clock(std::chrono::floor<std::chrono::seconds>(time - days));
  const auto two = [](std::string& out, std::uint64_t n) {
    if (n < 10) out += '0';
    append_number(out, n);
  };
  std::string out;
  out.append(kDays[std::chrono::weekday(days).c_encoding()]).append(", ");
  two(out, static_cast<unsigned>(date.day()));
  out.append(" ").append(kMonths[static_cast<unsigned>(date.month()) - 1]).append(" ");
  append_number(out, static_cast<std::uint64_t>(std::max(static_cast<int>(date.year()), 1)));
  out += ' ';
  two(out, static_cast<std::uint64_t>(clock.hours().count()));
  out += ':';
  two(out, static_cast<std::uint64_t>(clock.minutes().count()));
  out += ':';
  two(out, static_cast<std::uint64_t>(clock.seconds().count()));
  return out += " GMT";
}

std::string_view DateCache::at(WallTime now) {
  const auto second = std::chrono::floor<std::chrono::seconds>(now);
  if (second != second_) {
    second_ = second;
    text_ = http_date(now);
  }
  return text_;
}

}  // namespace pge
