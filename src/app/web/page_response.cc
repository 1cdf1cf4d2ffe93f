// SPDX-License-Identifier: Apache-2.0
#include "app/web/page_response.h"

#include <array>
#include <charconv>
#include <string>
#include <string_view>

#include "base/strings.h"
#include "exposition/format/negotiation.h"
#include "exposition/format/protobuf.h"

namespace pge {

namespace {

std::vector<std::string> values_of(const Query& query, std::string_view name) {
  const auto all = query.all(name);
  return {all.begin(), all.end()};
}

std::string hex(std::uint64_t number) {
  std::array<char, 16> digits{};
  const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), number, 16);
  return {digits.data(), end};
}

// Of the bytes that are sent: another encoding is another representation.
std::string etag_of(const PageSum& sum, std::string_view form, bool gzip) {
  std::string tag = "\"" + hex(sum.crc) + "-" + hex(sum.size) + "-";
  tag += form;
  return tag + (gzip ? "z\"" : "\"");
}

// Weak comparison, as If-None-Match has it.
bool has_already(std::string_view if_none_match, std::string_view etag) {
  if (trim(if_none_match) == "*") return true;
  for (std::string_view tag : split(if_none_match, ',')) {
    tag = trim(tag);
    if (tag.starts_with("W/")) tag.remove_prefix(2);
    if (tag == etag) return true;
  }
  return false;
}

Page made(const std::function<Page(Format)>& make, Format format, const PageFilter& filter) {
  const bool protobuf = format == Format::protobuf;
  Page page = make(protobuf ? Format::text : format);
  if (filter.empty() && !protobuf) return page;
  std::string text = to_string(plain_parts(std::move(page)));
  if (!filter.empty()) text = filtered(text, filter);
  if (protobuf) text = protobuf_of(text);
  return {std::move(text)};
}

}  // namespace

PageFilter page_filter(const Query& query) {
  return {values_of(query, "node"), values_of(query, "namespace"), values_of(query, "name[]")};
}

Response tagged_response(const Request& request, Page page, std::string_view type,
                         std::string_view form) {
  const bool gzip = accepts_gzip(request.headers.joined("Accept-Encoding"));
  Response response;
  const std::string etag = etag_of(sum_of(page), form, gzip);
  response.headers.add("Vary", "Accept, Accept-Encoding");
  response.headers.add("ETag", etag);
  if (has_already(request.headers.joined("If-None-Match"), etag)) {
    response.status = 304;
    return response;
  }
  response.content_type = type;
  if (gzip) response.headers.add("Content-Encoding", "gzip");
  response.body = gzip ? gzip_parts(page) : plain_parts(std::move(page));
  return response;
}

Response page_response(const Request& request, const std::function<Page(Format)>& make,
                       std::atomic<bool>& gzip_wanted) {
  const Format format = negotiate_format(request.headers.joined("Accept"));
  if (accepts_gzip(request.headers.joined("Accept-Encoding"))) gzip_wanted = true;
  return tagged_response(request, made(make, format, page_filter(request.query)),
                         content_type(format), std::to_string(static_cast<int>(format)));
}

}  // namespace pge
