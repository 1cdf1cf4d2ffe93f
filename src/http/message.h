// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/parts.h"

namespace pge {

struct Header {
  std::string name;
  std::string value;
  bool operator==(const Header&) const = default;
};

// Header fields in the order of the wire; names compare without case.
class Headers {
 public:
  void add(std::string name, std::string value) {
    fields_.push_back({std::move(name), std::move(value)});
  }
  void set(std::string_view name, std::string value);  // the only one of that name

  std::optional<std::string_view> find(std::string_view name) const;  // the first
  std::size_t count(std::string_view name) const;
  // All values of a list-valued field (Accept, If-None-Match) as one list; empty if there is none.
  std::string joined(std::string_view name) const;

  auto begin() const { return fields_.begin(); }
  auto end() const { return fields_.end(); }
  std::size_t size() const { return fields_.size(); }
  bool operator==(const Headers&) const = default;

 private:
  std::vector<Header> fields_;
};

// The pairs of a query string, decoded, in order. A name may stand several times
// (`name[]=a&name[]=b`); a name without `=` has an empty value. Values are the client's bytes and
// need not be UTF-8.
class Query {
 public:
  void add(std::string name, std::string value) {
    pairs_.emplace_back(std::move(name), std::move(value));
  }
  std::vector<std::string_view> all(std::string_view name) const;
  std::optional<std::string_view> first(std::string_view name) const;

  auto begin() const { return pairs_.begin(); }
  auto end() const { return pairs_.end(); }
  bool empty() const { return pairs_.empty(); }
  std::size_t size() const { return pairs_.size(); }

 private:
  std::vector<std::pair<std::string, std::string>> pairs_;
};

struct Request {
  std::string method;  // as sent: "GET", "HEAD", …
  std::string target;  // as sent
  std::string path;    // decoded; starts with '/', has no dot segments and no control characters
  Query query;
  Headers headers;
  std::string remote;  // "10.0.0.7:41522"
};

// What a handler answers. The server adds Date, Content-Length, X-Content-Type-Options, and
// Connection where it is needed; it leaves the body away for HEAD, 204 and 304.
struct Response {
  int status = 200;
  std::string content_type;  // empty: no such header
  Headers headers;
  Parts body;  // written as it stands, without a copy
};

// A small answer in words, text/plain.
Response text_response(int status, std::string text);

}  // namespace pge
