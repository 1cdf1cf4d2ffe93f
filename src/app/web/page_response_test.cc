// SPDX-License-Identifier: Apache-2.0
#include "app/web/page_response.h"

#include <gtest/gtest.h>

namespace pge {
namespace {

constexpr std::string_view kText =
    "# HELP a A.\n# TYPE a gauge\na{node=\"n1\"} 1\na{node=\"n2\"} 2\n";

Request request(std::vector<std::pair<std::string, std::string>> headers,
                std::vector<std::pair<std::string, std::string>> query = {}) {
  Request out;
  for (auto& [name, value] : headers) out.headers.add(name, value);
  for (auto& [name, value] : query) out.query.add(name, value);
  return out;
}

Response ask(const Request& from) {
  std::atomic<bool> wanted = false;
  return page_response(
      from,
      [](Format format) {
        EXPECT_NE(format, Format::protobuf) << "is made from text";
        return Page{std::string(kText), std::string(is_openmetrics(format) ? "# EOF\n" : "")};
      },
      wanted);
}

std::string header(const Response& response, std::string_view name) {
  return std::string(response.headers.find(name).value_or(""));
}

TEST(PageResponse, TextUnlessSomethingElseIsPreferred) {
  const Response text = ask(request({}));
  EXPECT_EQ(text.status, 200);
  EXPECT_EQ(text.content_type, "text/plain; version=0.0.4; charset=utf-8");
  EXPECT_EQ(to_string(text.body), kText);
  EXPECT_EQ(header(text, "Vary"), "Accept, Accept-Encoding");
  EXPECT_EQ(header(text, "Content-Encoding"), "");
  const Response openmetrics =
      ask(request({{"Accept", "application/openmetrics-text;version=1.0.0"}}));
  EXPECT_EQ(openmetrics.content_type, "application/openmetrics-text; version=1.0.0; charset=utf-8");
  EXPECT_EQ(to_string(openmetrics.body), std::string(kText) + "# EOF\n");
  const Response protobuf = ask(request({{"Accept",
                                          "application/vnd.google.protobuf;encoding=delimited;"
                                          "proto=io.prometheus.client.MetricFamily"}}));
  EXPECT_TRUE(protobuf.content_type.starts_with("application/vnd.google.protobuf; proto="));
  EXPECT_NE(to_string(protobuf.body).find("n2"), std::string::npos);
}

TEST(PageResponse, SeveralHeaderFieldsAreOneList) {
  const Response response = ask(request({{"Accept", "text/plain;q=0.1"},
                                         {"Accept", "application/openmetrics-text"},
                                         {"Accept-Encoding", "br"},
                                         {"Accept-Encoding", "gzip"}}));
  EXPECT_EQ(response.content_type, "application/openmetrics-text; version=0.0.1; charset=utf-8");
  EXPECT_EQ(header(response, "Content-Encoding"), "gzip");
}

TEST(PageResponse, GzipOnlyWhereAskedFor) {
  std::atomic<bool> wanted = false;
  const auto make = [](Format) { return Page{std::string(kText)}; };
  page_response(request({{"Accept-Encoding", "identity"}}), make, wanted);
  EXPECT_FALSE(wanted);
  const Response zipped = page_response(request({{"Accept-Encoding", "gzip"}}), make, wanted);
  EXPECT_TRUE(wanted);
  EXPECT_TRUE(to_string(zipped.body).starts_with("\x1f\x8b"));
}

TEST(PageResponse, TagsDifferByBytesFormatAndEncoding) {
  const std::string plain = header(ask(request({})), "ETag");
  const std::string zipped = header(ask(request({{"Accept-Encoding", "gzip"}})), "ETag");
  const std::string openmetrics =
      header(ask(request({{"Accept", "application/openmetrics-text"}})), "ETag");
  const std::string narrowed = header(ask(request({}, {{"node", "n1"}})), "ETag");
  EXPECT_EQ(plain, header(ask(request({})), "ETag"));
  EXPECT_NE(plain, zipped);
  EXPECT_NE(plain, openmetrics);
  EXPECT_NE(plain, narrowed);
  for (const std::string& known : {plain, "W/" + plain, "\"x\", " + plain, std::string(" * ")}) {
    const Response same = ask(request({{"If-None-Match", known}}));
    EXPECT_EQ(same.status, 304) << known;
    EXPECT_TRUE(same.body.empty());
    EXPECT_EQ(header(same, "ETag"), plain);
  }
  EXPECT_EQ(ask(request({{"If-None-Match", zipped}})).status, 200);
}

TEST(PageResponse, FiltersRepeat) {
  EXPECT_EQ(to_string(ask(request({}, {{"node", "n1"}})).body),
            "# HELP a A.\n# TYPE a gauge\na{node=\"n1\"} 1\n");
  EXPECT_EQ(to_string(ask(request({}, {{"node", "n1"}, {"node", "n2"}})).body), kText);
  EXPECT_EQ(to_string(ask(request({}, {{"name[]", "b"}})).body), "");
  EXPECT_EQ(to_string(ask(request({}, {{"other", "b"}})).body), kText);
}

}  // namespace
}  // namespace pge
