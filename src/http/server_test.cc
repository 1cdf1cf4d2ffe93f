// SPDX-License-Identifier: Apache-2.0
#include "http/server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "testing/http_fixture.h"

namespace pge {
namespace {

using testing::answers;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::RawClient;
using ::testing::StartsWith;

class ServerTest : public testing::HttpFixture {
 protected:
  ServerTest() { router.add("/metrics", answers("up 1\n")); }
};

TEST_F(ServerTest, ServesAPageWithAMinimalHead) {
  start();
  auto response = client().get("/metrics");
  EXPECT_EQ(response.head,
            "HTTP/1.1 200 OK\r\nDate: Tue, 14 Nov 2023 22:13:20 GMT\r\nContent-Type: text/plain\r\n"
            "Content-Length: 5\r\nX-Content-Type-Options: nosniff\r\n\r\n");
  EXPECT_EQ(response.body, "up 1\n");
}

TEST_F(ServerTest, HandsTheRequestOver) {
  Request seen;
  router.add("/echo", [&](const Request& request) {
    seen = request;
    return text_response(200, "ok");
  });
  start();
  RawClient c = client();
  c.send("GET /echo?node=a%20b&node=c HTTP/1.1\r\nHost: x\r\nAccept: text/plain\r\n\r\n");
  ASSERT_EQ(c.receive().status, 200);
  EXPECT_EQ(seen.method, "GET");
  EXPECT_EQ(seen.path, "/echo");
  EXPECT_EQ(seen.query.all("node"), (std::vector<std::string_view>{"a b", "c"}));
  EXPECT_EQ(seen.headers.find("accept"), "text/plain");
  EXPECT_THAT(seen.remote, StartsWith("127.0.0.1:"));
}

TEST_F(ServerTest, KeepsTheConnectionForTheNextRequest) {
  start();
  RawClient c = client();
  for (int i = 0; i < 3; ++i) {
    auto response = c.get("/metrics");
    EXPECT_EQ(response.status, 200);
  }
  EXPECT_EQ(server->stats().accepted, 1U);
  EXPECT_EQ(server->stats().requests, 3U);
}

TEST_F(ServerTest, AnswersPipelinedRequestsInOrder) {
  router.add("/a", answers("a")).add("/b", answers("b"));
  start();
  RawClient c = client();
  std::string burst;
  for (int i = 0; i < 200; ++i) {
    burst +=
        i % 2 == 0 ? "GET /a HTTP/1.1\r\nHost: x\r\n\r\n" : "GET /b HTTP/1.1\r\nHost: x\r\n\r\n";
  }
  c.send(burst);
  for (int i = 0; i < 200; ++i) {
    auto response = c.receive();
    EXPECT_EQ(response.body, i % 2 == 0 ? "a" : "b");
  }
}

TEST_F(ServerTest, AnswersHeadLikeGetWithoutTheBody) {
  start();
  RawClient c = client();
  c.send("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n");
  auto get = c.receive();
  c.send("HEAD /metrics HTTP/1.1\r\nHost: x\r\n\r\nGET /metrics HTTP/1.1\r\nHost: x\r\n\r\n");
  auto head = c.receive(true);
  auto after = c.receive();
  EXPECT_EQ(get.status, 200);
  EXPECT_EQ(head.head, get.head);
  EXPECT_EQ(after.head, get.head);  // nothing of a body stood between
}

TEST_F(ServerTest, SaysWhatIsNotThereAndWhatIsNotAllowed) {
  router.add("/-/reload", answers("done"), Methods::post);
  start();
  RawClient c = client();
  EXPECT_EQ(c.get("/nothing").status, 404);
  EXPECT_EQ(c.get("/metrics/").status, 404);
  c.send("DELETE /metrics HTTP/1.1\r\nHost: x\r\n\r\n");
  auto refused = c.receive();
  EXPECT_EQ(refused.status, 405);
  EXPECT_EQ(refused.header("allow"), "GET, HEAD");
  auto reload = c.get("/-/reload");
  EXPECT_EQ(reload.status, 405);
  EXPECT_EQ(reload.header("allow"), "POST");
  c.send(
      "POST /-/reload HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbodyGET /metrics "
      "HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_EQ(c.receive().body, "done");
  EXPECT_EQ(c.receive().body, "up 1\n");  // the little body was dropped, not read as a request
}

TEST_F(ServerTest, SpeaksHttp10) {
  start();
  RawClient c = client();
  c.send("GET /metrics HTTP/1.0\r\n\r\n");
  EXPECT_THAT(c.read_to_end(), HasSubstr("Connection: close\r\n\r\nup 1\n"));
  RawClient kept = client();
  for (int i = 0; i < 2; ++i) {
    kept.send("GET /metrics HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
    auto response = kept.receive();
    EXPECT_EQ(response.header("connection"), "keep-alive");
  }
}

TEST_F(ServerTest, ClosesWhenTheClientAsksForIt) {
  start();
  RawClient c = client();
  c.send(
      "GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\nGET /metrics HTTP/1.1\r\nHost: "
      "x\r\n\r\n");
  const std::string all = c.read_to_end();
  EXPECT_THAT(all, StartsWith("HTTP/1.1 200 OK\r\n"));
  EXPECT_EQ(all.find("200 OK"), all.rfind("200 OK"));  // what came after `close` was not answered
  EXPECT_FALSE(c.reset_seen());
}

TEST_F(ServerTest, TurnsAThrowingHandlerIntoA500) {
  router.add("/bad", [](const Request&) -> Response { throw std::runtime_error("secret"); });
  start();
  RawClient c = client();
  auto response = c.get("/bad");
  EXPECT_EQ(response.status, 500);
  EXPECT_THAT(response.body, Not(HasSubstr("secret")));
  EXPECT_EQ(c.get("/metrics").status, 200);
  EXPECT_EQ(server->stats().handler_failures, 1U);
}

TEST_F(ServerTest, LeavesTheBodyAwayWhereTheStatusHasNone) {
  router.add("/same", [](const Request&) {
    Response response = text_response(304, "never sent");
    response.headers.add("ETag", "\"7\"");
    return response;
  });
  start();
  RawClient c = client();
  auto response = c.get("/same");
  EXPECT_EQ(response.header("content-length"), "");
  EXPECT_EQ(response.header("etag"), "\"7\"");
  EXPECT_EQ(c.get("/metrics").body, "up 1\n");
}

TEST_F(ServerTest, ListensOnSeveralAddressesAndReportsThePortsItGot) {
  start({"127.0.0.1:0", "[::1]:0", ":0"});
  ASSERT_EQ(server->addresses().size(), 3U);
  for (const std::string& address : server->addresses()) {
    EXPECT_THAT(address, Not(::testing::EndsWith(":0")));
    auto response = RawClient(address).get("/metrics");
    EXPECT_EQ(response.status, 200);
  }
}

TEST_F(ServerTest, ServesOnASocketThatSomebodyElseOpened) {
  auto listener = listen_on(*parse_listen_address("127.0.0.1:0"));
  ASSERT_TRUE(listener);
  ServerOptions options;
  options.inherited.push_back(std::move(listener->fd));
  auto started = Server::start(loop, std::move(router), std::move(options));
  ASSERT_TRUE(started) << started.error().message();
  EXPECT_EQ((*started)->addresses(), std::vector{listener->address});
  EXPECT_EQ(RawClient(listener->address).get("/metrics").status, 200);
}

TEST_F(ServerTest, SaysWhyItCannotListen) {
  start();
  ServerOptions options;
  options.addresses = {*parse_listen_address("127.0.0.1:0"),
                       *parse_listen_address(server->addresses().front())};
  auto second = Server::start(loop, Router(), std::move(options));
  ASSERT_FALSE(second);
  EXPECT_THAT(second.error().message(), HasSubstr(server->addresses().front()));
  EXPECT_THAT(second.error().message(), HasSubstr("in use"));
  EXPECT_THAT(second.error().remedy, HasSubstr("--web.listen-address"));
  EXPECT_FALSE(Server::start(loop, Router(), ServerOptions()));
}

TEST_F(ServerTest, WritesABodyOfManyPartsInOrder) {
  std::string expected;
  auto parts = std::make_shared<Parts>();
  for (int i = 0; i < 5000; ++i) {
    std::string text = "line " + std::to_string(i) + "\n";
    if (i % 7 == 0) text.clear();
    expected += text;
    parts->push_back(make_part(text));
  }
  router.add("/parts", [parts](const Request&) {
    Response response;
    response.body = *parts;
    return response;
  });
  start();
  EXPECT_EQ(client().get("/parts").body, expected);
}

}  // namespace
}  // namespace pge
