// SPDX-License-Identifier: Apache-2.0
#include "http/wire/request_head.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <tuple>

namespace pge {
namespace {

using Parsed = std::expected<std::optional<RequestHead>, Refusal>;

Parsed parse(std::string_view bytes, const Limits& limits = {}) {
  std::size_t scanned = 0;
  return parse_request_head(bytes, scanned, limits);
}

// The status of the refusal; 0 for a request, -1 if more bytes are needed.
int verdict(std::string_view bytes, const Limits& limits = {}) {
  const Parsed parsed = parse(bytes, limits);
  if (!parsed) return parsed.error().status;
  return *parsed ? 0 : -1;
}

TEST(RequestHead, ReadsARequestAndLeavesWhatFollows) {
  const std::string head =
      "GET /metrics?node=a HTTP/1.1\r\nHost: n:9401\r\nAccept: a\r\naccept: "
      "b;q=0.5\r\nEmpty:\r\n\r\n";
  const Parsed parsed = parse(head + "GET /next");
  ASSERT_TRUE(parsed && *parsed);
  const RequestHead& got = **parsed;
  EXPECT_EQ(got.bytes, head.size());
  EXPECT_EQ(got.request.method, "GET");
  EXPECT_EQ(got.request.target, "/metrics?node=a");
  EXPECT_EQ(got.request.path, "/metrics");
  EXPECT_EQ(got.request.query.first("node"), "a");
  EXPECT_EQ(got.request.headers.joined("ACCEPT"), "a, b;q=0.5");
  EXPECT_EQ(got.request.headers.find("empty"), "");
  EXPECT_TRUE(got.keep_alive);
  EXPECT_FALSE(got.say_keep_alive);
}

TEST(RequestHead, KnowsWhetherTheConnectionStays) {
  const auto keeps = [](std::string_view bytes) { return (**parse(bytes)).keep_alive; };
  EXPECT_TRUE(keeps("GET / HTTP/1.1\r\nHost: x\r\n\r\n"));
  EXPECT_FALSE(keeps("GET / HTTP/1.1\r\nHost: x\r\nConnection: foo, Close\r\n\r\n"));
  EXPECT_FALSE(keeps("GET / HTTP/1.0\r\n\r\n"));
  EXPECT_TRUE(keeps("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n"));
  EXPECT_TRUE((**parse("GET / HTTP/1.0\r\n\r\n")).say_keep_alive);
}

TEST(RequestHead, SaysTheSameHoweverTheBytesArrive) {
  const std::string head = "\r\nGET /a HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\n";
  std::size_t scanned = 0;
  for (std::size_t n = 1; n < head.size(); ++n) {
    const Parsed early = parse_request_head(head.substr(0, n), scanned, {});
    ASSERT_TRUE(early) << n << early.error().reason;
    ASSERT_FALSE(*early) << n;
  }
  const Parsed whole = parse_request_head(head, scanned, {});
  ASSERT_TRUE(whole && *whole);
  EXPECT_EQ((*whole)->bytes, head.size());
  EXPECT_EQ((*whole)->body_bytes, 3U);
}

class Shape : public ::testing::TestWithParam<std::tuple<int, std::string>> {};

TEST_P(Shape, GetsItsVerdict) {
  const auto& [expected, bytes] = GetParam();
  EXPECT_EQ(verdict(bytes), expected) << bytes;
}

using Case = std::tuple<int, std::string>;
const std::string kGet = "GET / HTTP/1.1\r\nHost: x\r\n";

INSTANTIATE_TEST_SUITE_P(
    RequestLine, Shape,
    ::testing::Values(
        Case{-1, "GET"}, Case{-1, "GET / HTTP/1.1\r\n"}, Case{0, kGet + "\r\n"},
        Case{0, "FROBNICATE / HTTP/1.1\r\nHost: x\r\n\r\n"}, Case{0, "\r\n\r\n" + kGet + "\r\n"},
        Case{400, " GET / HTTP/1.1\r\n"}, Case{400, "\x16\x03\x01\x02"},
        Case{400, std::string("\0\0", 2)}, Case{400, "G\x01T"}, Case{400, "\n"}, Case{400, "\rx"},
        Case{400, "GET /\r\n\r\n"}, Case{400, "GET  / HTTP/1.1\r\nHost: x\r\n\r\n"},
        Case{400, "GET / HTTP/1.1 \r\nHost: x\r\n\r\n"},
        Case{400, "GET / x HTTP/1.1x\r\nHost: x\r\n\r\n"},
        Case{400, "GET / HTTX/1.1\r\nHost: x\r\n\r\n"}, Case{400, "GET /\r\nHost: x\r\n\r\n"},
        Case{400, "GET\t/\tHTTP/1.1\r\n"}, Case{400, "GET /a\rb HTTP/1.1\r\nHost: x\r\n\r\n"},
        Case{400, "GET /../x HTTP/1.1\r\nHost: x\r\n\r\n"},
        Case{400, "CONNECT host:443 HTTP/1.1\r\nHost: x\r\n\r\n"},
        Case{505, "GET / HTTP/2.0\r\nHost: x\r\n\r\n"}, Case{505, "PRI * HTTP/2.0\r\n\r\n"},
        Case{505, "GET / HTTP/1.2\r\nHost: x\r\n\r\n"}, Case{505, "GET / HTTP/0.9\r\n\r\n"}));

INSTANTIATE_TEST_SUITE_P(
    Fields, Shape,
    ::testing::Values(
        Case{400, "GET / HTTP/1.1\r\n\r\n"}, Case{0, "GET / HTTP/1.0\r\n\r\n"},
        Case{400, kGet + "Host: y\r\n\r\n"}, Case{400, kGet + "Name : v\r\n\r\n"},
        Case{400, kGet + ": v\r\n\r\n"}, Case{400, kGet + "no colon\r\n\r\n"},
        Case{400, kGet + "A: b\r\n folded\r\n\r\n"}, Case{400, kGet + "A: b\r\n\tfolded\r\n\r\n"},
        Case{400, kGet + " A: b\r\n\r\n"}, Case{400, kGet + "A: b\n\n"},
        Case{400, kGet + "A: b\nB: c\r\n\r\n"}, Case{400, kGet + "A: b\rB: c\r\n\r\n"},
        Case{400, kGet + std::string("A: b\0c\r\n\r\n", 10)}, Case{400, kGet + "A: b\x01\r\n\r\n"},
        Case{400, kGet + "A\x80: b\r\n\r\n"}, Case{0, kGet + "A: caf\xc3\xa9\tx\r\n\r\n"},
        Case{400, kGet + "Connection: a b\r\n\r\n"}));

INSTANTIATE_TEST_SUITE_P(
    Smuggling, Shape,
    ::testing::Values(Case{0, kGet + "Content-Length: 0\r\n\r\n"},
                      Case{0, kGet + "Content-Length: 4096\r\n\r\n"},
                      Case{413, kGet + "Content-Length: 4097\r\n\r\n"},
                      Case{413, kGet + "Content-Length: 18446744073709551615\r\n\r\n"},
                      Case{400, kGet + "Content-Length: 18446744073709551616\r\n\r\n"},
                      Case{400, kGet + "Content-Length: -1\r\n\r\n"},
                      Case{400, kGet + "Content-Length: +1\r\n\r\n"},
                      Case{400, kGet + "Content-Length: 0x1\r\n\r\n"},
                      Case{400, kGet + "Content-Length:\r\n\r\n"},
                      Case{400, kGet + "Content-Length: 1, 1\r\n\r\n"},
                      Case{400, kGet + "Content-Length: 1 1\r\n\r\n"},
                      Case{400, kGet + "Content-Length: 1\r\nContent-Length: 1\r\n\r\n"},
                      Case{400, kGet + "Content-Length: 1\r\nContent-Length: 2\r\n\r\n"},
                      Case{400, kGet + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"},
                      Case{400, kGet + "Transfer-Encoding: identity\r\n\r\n"},
                      Case{400, kGet + "Transfer-Encoding: xchunked\r\n\r\n"},
                      Case{400, kGet + "Transfer-Encoding: gzip, chunked\r\n\r\n"},
                      Case{400, kGet + "Transfer-Encoding:\r\n\r\n"},
                      Case{400, kGet + "transfer-encoding:\tchunked\r\nContent-Length: 1\r\n\r\n"},
                      Case{400, kGet + "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n"},
                      Case{400, kGet + "Transfer-Encoding : chunked\r\n\r\n"},
                      Case{417, kGet + "Expect: 100-continue\r\nContent-Length: 1\r\n\r\n"}));

TEST(RequestHead, KeepsToItsLimitsToTheByte) {
  Limits limits;
  limits.max_header_bytes = 100;
  limits.max_target_bytes = 40;
  limits.max_fields = 3;
  const auto padded = [](std::size_t total) {
    const std::string head = kGet + "A: ";
    return head + std::string(total - head.size() - 4, 'a') + "\r\n\r\n";
  };
  EXPECT_EQ(verdict(padded(100), limits), 0);
  EXPECT_EQ(verdict(padded(101), limits), 431);
  EXPECT_EQ(verdict(padded(200).substr(0, 100), limits), -1);
  EXPECT_EQ(verdict(padded(200).substr(0, 101), limits), 431);
  EXPECT_EQ(verdict("\r\n" + padded(98), limits), 0);
  EXPECT_EQ(verdict("\r\n" + padded(99), limits), 431);
  std::string blank;
  while (blank.size() <= 100) blank += "\r\n";
  EXPECT_EQ(verdict(blank, limits), 431);
  const std::string rest = " HTTP/1.1\r\nHost: x\r\n\r\n";
  EXPECT_EQ(verdict("GET /" + std::string(39, 'a') + rest, limits), 0);
  EXPECT_EQ(verdict("GET /" + std::string(40, 'a') + rest, limits), 414);
  EXPECT_EQ(verdict("GET /" + std::string(40, 'a'), limits), 414);  // without waiting for the end
  EXPECT_EQ(verdict(kGet + "A: 1\r\nB: 1\r\n\r\n", limits), 0);
  EXPECT_EQ(verdict(kGet + "A: 1\r\nB: 1\r\nC: 1\r\n\r\n", limits), 431);
}

// Bytes near to a request, changed at random: whatever comes out, it must be one of the verdicts,
// and a request never reaches beyond its bytes.
TEST(RequestHead, SurvivesMutatedRequests) {
  std::minstd_rand random(7);
  const std::string seed =
      kGet + "Content-Length: 12\r\nAccept: a;q=0.1\r\n\r\nGET /b HTTP/1.0\r\n\r\n";
  for (int round = 0; round < 20'000; ++round) {
    std::string bytes = seed;
    for (auto edits = 1 + random() % 4; edits > 0; --edits) {
      const std::size_t at = random() % bytes.size();
      if (random() % 3 == 0) {
        bytes.erase(at, random() % 5);
        if (bytes.empty()) bytes = "\r";
      } else {
        bytes[at] = static_cast<char>(random() % 256);
      }
    }
    const Parsed parsed = parse(bytes);
    if (!parsed) {
      ASSERT_GE(parsed.error().status, 400);
    } else if (*parsed) {
      ASSERT_LE((*parsed)->bytes, bytes.size());
      ASSERT_TRUE((*parsed)->request.path.starts_with('/'));
    }
  }
}

}  // namespace
}  // namespace pge
