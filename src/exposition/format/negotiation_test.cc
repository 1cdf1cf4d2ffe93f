// SPDX-License-Identifier: Apache-2.0
#include "exposition/format/negotiation.h"

#include <gtest/gtest.h>

#include <string>

namespace pge {
namespace {

constexpr Format kText = Format::text;
constexpr Format kOm1 = Format::openmetrics_1_0;
constexpr Format kOm0 = Format::openmetrics_0_0_1;
constexpr Format kProto = Format::protobuf;

const std::string kProtobuf =
    "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited";

TEST(NegotiateFormat, WhatScrapersSend) {
  const std::pair<std::string, Format> cases[] = {
      // Prometheus 2.42
      {"application/openmetrics-text;version=1.0.0,application/"
       "openmetrics-text;version=0.0.1;q=0.75,"
       "text/plain;version=0.0.4;q=0.5,*/*;q=0.1",
       kOm1},
      // Prometheus 3
      {"application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6,"
       "application/openmetrics-text;version=0.0.1;q=0.5,"
       "text/plain;version=1.0.0;escaping=allow-utf-8;q=0.4,text/plain;version=0.0.4;q=0.3,*/"
       "*;q=0.2",
       kOm1},
      // with native histograms
      {kProtobuf + ";q=0.6,application/openmetrics-text;version=1.0.0;q=0.5,*/*;q=0.1", kProto},
      // a browser, curl, nothing
      {"text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8", kText},
      {"*/*", kText},
      {"", kText},
  };
  for (const auto& [accept, format] : cases) EXPECT_EQ(negotiate_format(accept), format) << accept;
}

TEST(NegotiateFormat, VersionsWeightsAndOrder) {
  const std::pair<std::string, Format> cases[] = {
      {"application/openmetrics-text", kOm0},
      {"application/openmetrics-text;version=0.0.1", kOm0},
      {"application/openmetrics-text;version=2.0.0", kText},
      {"application/openmetrics-text;version=2.0.0,application/"
       "openmetrics-text;version=1.0.0;q=0.1",
       kOm1},
      {"text/plain;q=0.5,application/openmetrics-text;version=1.0.0;q=0.5", kText},
      {"application/openmetrics-text;version=1.0.0;q=0.5,text/plain;q=0.5", kOm1},
      {"text/plain;version=1.0.0", kText},
      {"text/plain;version=1.0.0,application/openmetrics-text;q=0.1", kOm0},
      {"application/openmetrics-text;version=1.0.0;q=0", kText},
      {"application/openmetrics-text;version=1.0.0;q=0.0001", kText},
      {"application/openmetrics-text;version=1.0.0;q=0.001", kOm1},
      {"application/openmetrics-text;version=1.0.0;q=1.000", kOm1},
      {"application/openmetrics-text;version=1.0.0;q=0.33333,text/plain;q=0.3", kOm1},
      {"application/openmetrics-text;version=1.0.0;q=1.0001", kOm1},
      {"APPLICATION/OpenMetrics-Text ; Version=\"1.0.0\" ; Q=0.7", kOm1},
      {"application/openmetrics-text;version=1.0.0;escaping=nonsense", kOm1},
      {"application/openmetrics-text;version=1.0.0;note=\"a,b;q=0\"", kOm1},
      {"text/*;q=0.9,application/openmetrics-text;q=0.8", kText},
      {kProtobuf, kProto},
      {"application/vnd.google.protobuf", kText},
      {"application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=text",
       kText},
      {"application/vnd.google.protobuf;proto=other;encoding=delimited", kText},
  };
  for (const auto& [accept, format] : cases) EXPECT_EQ(negotiate_format(accept), format) << accept;
}

TEST(NegotiateFormat, RubbishGetsText) {
  for (const std::string& accept :
       {std::string(","), std::string(";;;"), std::string("q=1"), std::string("\"\"\"\\"),
        std::string("application/openmetrics-text;version=1.0.0;q=x"),
        std::string("application/openmetrics-text;version=1.0.0;q=-1"),
        std::string("application/openmetrics-text;version=1.0.0;q=2"), std::string(8000, ','),
        std::string(8000, ';'), std::string("text/plain\0x", 12), std::string("\xff\xfe")}) {
    EXPECT_EQ(negotiate_format(accept), kText) << accept.substr(0, 60);
  }
}

TEST(AcceptsGzip, ByWeight) {
  for (const char* header : {"gzip", "GZIP", "x-gzip", "gzip, deflate, br", "gzip;q=0.5", "*",
                             "deflate, *;q=0.1", "identity;q=0.5, gzip", "br;q=1, gzip;q=0.001",
                             "gzip;q=1, identity;q=1", "identity;q=0, gzip;q=0.2"}) {
    EXPECT_TRUE(accepts_gzip(header)) << header;
  }
  for (const char* header :
       {"", "identity", "deflate", "br", "gzip;q=0", "gzip;q=0.000", "*;q=0", "gzip;q=0, *",
        "identity, gzip;q=0.5", "gzip;q=nonsense", "gzipp", ";;,,"}) {
    EXPECT_FALSE(accepts_gzip(header)) << header;
  }
}

}  // namespace
}  // namespace pge
