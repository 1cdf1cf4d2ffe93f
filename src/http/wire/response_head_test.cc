// SPDX-License-Identifier: Apache-2.0
#include "http/wire/response_head.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pge {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST(ResponseHead, WritesStatusAndFields) {
  Response response;
  response.status = 503;
  response.content_type = "text/plain";
  response.headers.add("Retry-After", "1");
  EXPECT_EQ(response_head(response, {.body_bytes = 1234567890123}, "D"),
            "HTTP/1.1 503 Service Unavailable\r\nDate: D\r\nContent-Type: text/plain\r\n"
            "Content-Length: 1234567890123\r\nX-Content-Type-Options: nosniff\r\nRetry-After: 1\r\n"
            "\r\n");
}

TEST(ResponseHead, SaysWhatBecomesOfTheConnection) {
  const Response response;
  EXPECT_THAT(response_head(response, {}, ""), Not(HasSubstr("Connection")));
  EXPECT_THAT(response_head(response, {.keep_alive = false, .say_keep_alive = true}, ""),
              HasSubstr("\r\nConnection: close\r\n"));
  EXPECT_THAT(response_head(response, {.say_keep_alive = true}, ""),
              HasSubstr("\r\nConnection: keep-alive\r\n"));
}

TEST(ResponseHead, CannotBeEndedEarlyByAValue) {
  Response response;
  response.headers.add("Location", "/a\r\nSet-Cookie: x\r\n\r\n<html>");
  response.headers.add("Bad name\r\nX", "1");
  response.headers.add("", "1");
  const std::string head = response_head(response, {}, "");
  EXPECT_THAT(head, HasSubstr("\r\nLocation: /a  Set-Cookie: x    <html>\r\n"));
  EXPECT_THAT(head, Not(HasSubstr("Bad name")));
  EXPECT_EQ(head.find("\r\n\r\n"), head.size() - 4);
}

TEST(ResponseHead, KeepsTheFramingFieldsToItself) {
  Response response;
  response.headers.add("content-LENGTH", "7");
  response.headers.add("Transfer-Encoding", "chunked");
  response.headers.add("Connection", "upgrade");
  const std::string head = response_head(response, {.body_bytes = 3}, "");
  EXPECT_THAT(head, HasSubstr("Content-Length: 3\r\n"));
  EXPECT_THAT(head, Not(HasSubstr("LENGTH")));
  EXPECT_THAT(head, Not(HasSubstr("chunked")));
  EXPECT_THAT(head, Not(HasSubstr("upgrade")));
}

TEST(ResponseHead, GivesNoLengthWhereThereCanBeNoBody) {
  for (const int status : {204, 304}) {
    Response response;
    response.status = status;
    EXPECT_THAT(response_head(response, {}, ""), Not(HasSubstr("Content-Length"))) << status;
  }
  Response odd;
  odd.status = 299;
  EXPECT_THAT(response_head(odd, {}, ""), StartsWith("HTTP/1.1 299 \r\n"));
}

TEST(HttpDate, IsTheFixedFormOfRfc9110) {
  EXPECT_EQ(http_date(WallTime(std::chrono::seconds(784111777))), "Sun, 06 Nov 1994 08:49:37 GMT");
  EXPECT_EQ(http_date(WallTime(std::chrono::milliseconds(1709164800999))),
            "Thu, 29 Feb 2024 00:00:00 GMT");
  EXPECT_EQ(http_date(WallTime{}), "Thu, 01 Jan 1970 00:00:00 GMT");
}

TEST(DateCache, FollowsTheClock) {
  DateCache cache;
  const WallTime start(std::chrono::seconds(784111777));
  EXPECT_THAT(std::string(cache.at(start)), HasSubstr("08:49:37"));
  EXPECT_THAT(std::string(cache.at(start + std::chrono::milliseconds(999))), HasSubstr(":37"));
  EXPECT_THAT(std::string(cache.at(start + std::chrono::seconds(1))), HasSubstr(":38"));
  EXPECT_THAT(std::string(cache.at(start - std::chrono::hours(1))), HasSubstr("07:49:37"));
}

}  // namespace
}  // namespace pge
