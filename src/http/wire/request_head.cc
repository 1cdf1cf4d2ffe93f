// SPDX-License-Identifier: Apache-2.0
#include "http/wire/request_head.h"

#include <algorithm>
#include <boost/beast/http/basic_parser.hpp>
#include <limits>
#include <utility>  // Asio 1.74, below Beast, uses std::exchange without including this

#include "base/strings.h"
#include "http/wire/target.h"

namespace pge {
namespace {

namespace beast_http = boost::beast::http;
using BeastError = boost::beast::error_code;

// Collects what Beast's parser finds in a complete head.
class HeadReader final : public beast_http::basic_parser<true> {
 public:
  explicit HeadReader(Request& request) : request_(request) {}

 private:
  void on_request_impl(beast_http::verb, std::string_view method, std::string_view target, int,
                       BeastError&) override {
    request_.method = method;
    request_.target = target;
  }
  void on_field_impl(beast_http::field, std::string_view name, std::string_view value,
                     BeastError&) override {
    request_.headers.add(std::string(name), std::string(value));
  }
  void on_response_impl(int, std::string_view, int, BeastError&) override {}
  void on_header_impl(BeastError&) override {}
  void on_body_init_impl(const boost::optional<std::uint64_t>&, BeastError&) override {}
  std::size_t on_body_impl(std::string_view body, BeastError&) override { return body.size(); }
  void on_chunk_header_impl(std::uint64_t, std::string_view, BeastError&) override {}
  std::size_t on_chunk_body_impl(std::uint64_t, std::string_view body, BeastError&) override {
    return body.size();
  }
  void on_finish_impl(BeastError&) override {}

  Request& request_;
};

bool is_token_char(char c) {
  constexpr std::string_view kOthers = "!#$%&'*+-.^_`|~";
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         kOthers.find(c) != std::string_view::npos;
}

// Before the head is complete: refuses early what can never become a request we serve.
std::optional<Refusal> refuse_beginning(std::string_view head, const Limits& limits) {
  if (!head.empty() && !is_token_char(head.front())) return Refusal{400, "not an HTTP request"};
  const std::string_view line = head.substr(0, head.find("\r\n"));
  const std::size_t target = line.find(' ');
  const std::string_view method = line.substr(0, target);
  for (const char c : method) {
    if (!is_token_char(c)) return Refusal{400, "not an HTTP request"};
  }
  if (target != std::string_view::npos) {
    const std::string_view rest = line.substr(target + 1);
    if (rest.substr(0, rest.find(' ')).size() > limits.max_target_bytes) {
      return Refusal{414, "the request target is too long"};
    }
  }
  return std::nullopt;
}

// "… HTTP/2.0": well formed, but not ours.
bool names_other_version(std::string_view line) {
  constexpr std::string_view kForm = " HTTP/d.d";
  if (line.size() < kForm.size()) return false;
  const std::string_view version = line.substr(line.size() - kForm.size());
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  return version.starts_with(kForm.substr(0, 6)) && digit(version[6]) && version[7] == '.' &&
         digit(version[8]);
}

Refusal refusal_of(const BeastError& error, std::string_view head) {
  if (error == beast_http::error::bad_version) {
    const std::string_view line = head.substr(0, head.find("\r\n"));
    if (names_other_version(line)) {
      return Refusal{505, "only HTTP/1.0 and HTTP/1.1 are spoken here"};
    }
  }
  if (error == beast_http::error::bad_content_length) {
    return Refusal{400, "Content-Length is malformed or conflicting"};
  }
  if (error == beast_http::error::bad_transfer_encoding) {
    return Refusal{400, "Transfer-Encoding conflicts with Content-Length"};
  }
  return Refusal{400, "malformed request"};
}

// Some readers end a line at a bare line feed; we do not, so it is refused. Looks from `from` on.
bool has_bare_line_feed(std::string_view head, std::size_t from) {
  for (std::size_t at = head.find('\n', from); at != std::string_view::npos;
       at = head.find('\n', at + 1)) {
    if (at == 0 || head[at - 1] != '\r') return true;
  }
  return false;
}

// A line that begins with a blank continues the one before (obsolete folding, RFC 9112 §5.2).
bool has_folded_line(std::string_view head) {
  for (std::size_t at = head.find("\r\n"); at != std::string_view::npos;
       at = head.find("\r\n", at + 2)) {
    if (at + 2 < head.size() && (head[at + 2] == ' ' || head[at + 2] == '\t')) return true;
  }
  return false;
}

std::optional<Refusal> check_framing(const Request& request, bool http11, RequestHead& head,
                                     const Limits& limits) {
  const Headers& headers = request.headers;
  if (headers.size() > limits.max_fields) return Refusal{431, "too many header fields"};
  if (headers.count("Transfer-Encoding") > 0) {
    return Refusal{400, "Transfer-Encoding is not taken: no request here has a body"};
  }
  const std::size_t hosts = headers.count("Host");
  if (hosts > 1 || (http11 && hosts == 0)) return Refusal{400, "exactly one Host is needed"};
  if (headers.count("Content-Length") > 1) return Refusal{400, "Content-Length stands twice"};
  if (const auto length = headers.find("Content-Length")) {
    const auto bytes = parse_unsigned(*length);
    if (!bytes) return Refusal{400, "Content-Length is malformed or conflicting"};
    if (*bytes > limits.max_ignored_body) return Refusal{413, "request bodies are not taken"};
    head.body_bytes = *bytes;
  }
  if (headers.count("Expect") > 0) return Refusal{417, "no request here has a body"};
  return std::nullopt;
}

}  // namespace

std::expected<std::optional<RequestHead>, Refusal> parse_request_head(std::string_view bytes,
                                                                      std::size_t& scanned,
                                                                      const Limits& limits) {
  // Blank lines before a request are skipped (RFC 9112 §2.2); they count as part of the head.
  std::size_t blank = 0;
  while (bytes.substr(blank).starts_with("\r\n")) blank += 2;
  std::string_view head = bytes.substr(blank);
  if (head == "\r") return std::nullopt;

  const std::size_t from = std::max(blank, scanned) - blank;
  const std::size_t end = head.find("\r\n\r\n", from > 3 ? from - 3 : 0);
  const bool complete = end != std::string_view::npos;
  scanned = bytes.size();
  if (complete) head = head.substr(0, end + 4);
  if (const auto refusal = refuse_beginning(head, limits)) return std::unexpected(*refusal);
  if (blank + head.size() > limits.max_header_bytes) {
    return std::unexpected(Refusal{431, "the request head is too large"});
  }
  if (has_bare_line_feed(head, from)) return std::unexpected(Refusal{400, "malformed request"});
  if (!complete) return std::nullopt;

  RequestHead result;
  result.bytes = blank + head.size();
  HeadReader reader(result.request);
  reader.header_limit(static_cast<std::uint32_t>(limits.max_header_bytes + 4));
  reader.body_limit(std::numeric_limits<std::uint64_t>::max());  // none would mean 0 here
  BeastError error;
  const std::size_t used = reader.put(boost::asio::buffer(head.data(), head.size()), error);
  if (error) return std::unexpected(refusal_of(error, head));
  if (used != head.size() || !reader.is_header_done() || has_folded_line(head)) {
    return std::unexpected(Refusal{400, "malformed request"});
  }
  const bool http11 = head.substr(0, head.find("\r\n")).ends_with("1");
  if (const auto refusal = check_framing(result.request, http11, result, limits)) {
    return std::unexpected(*refusal);
  }
  auto target = parse_target(result.request.target);
  if (!target) return std::unexpected(Refusal{400, "malformed request target"});
  result.request.path = std::move(target->path);
  result.request.query = std::move(target->query);
  result.keep_alive = reader.keep_alive();
  result.say_keep_alive = !http11;
  return result;
}

}  // namespace pge
