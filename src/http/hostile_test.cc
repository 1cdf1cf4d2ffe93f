// SPDX-License-Identifier: Apache-2.0
// Clients that mean no good, or are broken: each is dealt with, and the next scrape is served.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <future>
#include <random>
#include <string>
#include <vector>

#include "testing/http_fixture.h"

namespace pge {
namespace {

using testing::answers;
using ::testing::HasSubstr;
using testing::RawClient;
using ::testing::StartsWith;

// Leaves the process without a free descriptor for as long as it lives.
class NoDescriptors {
 public:
  NoDescriptors() {
    getrlimit(RLIMIT_NOFILE, &before_);
    const UniqueFd next(open("/dev/null", O_RDONLY));
    const rlimit none{static_cast<rlim_t>(next.get()), before_.rlim_max};
    setrlimit(RLIMIT_NOFILE, &none);
    for (int fd = open("/dev/null", O_RDONLY); fd >= 0; fd = open("/dev/null", O_RDONLY)) {
      holes_.emplace_back(fd);  // free ones below the limit
    }
  }
  ~NoDescriptors() { setrlimit(RLIMIT_NOFILE, &before_); }
  NoDescriptors(const NoDescriptors&) = delete;
  NoDescriptors& operator=(const NoDescriptors&) = delete;

 private:
  rlimit before_{};
  std::vector<UniqueFd> holes_;
};

class HostileTest : public testing::HttpFixture {
 protected:
  HostileTest() {
    router.add("/metrics", answers("up 1\n"));
    router.add("/big", answers(std::string(10U << 20, 'x')));
  }
  void expect_served() { EXPECT_EQ(client().get("/metrics").body, "up 1\n"); }
};

TEST_F(HostileTest, SmugglingShapesGetOneAnswerAndTheEnd) {
  start();
  const std::string inner = "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n";
  for (const std::string& fields : std::vector<std::string>{
           "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n",
           "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n", "Transfer-Encoding: chunked\r\n",
           "Transfer-Encoding: x, chunked\r\n", "Content-Length: 4\r\nContent-Length: 5\r\n",
           "Content-Length: 4, 4\r\n", "Content-Length: +4\r\n", "Transfer-Encoding : chunked\r\n",
           "Content-Length: 4\r\n\tX: y\r\n", "X: y\nTransfer-Encoding: chunked\r\n",
           "Host: y\r\n"}) {
    RawClient c = client();
    c.send("POST /metrics HTTP/1.1\r\nHost: x\r\n" + fields + "\r\n0\r\n\r\n" + inner);
    const std::string all = c.read_to_end();
    EXPECT_THAT(all, StartsWith("HTTP/1.1 400 Bad Request\r\n")) << fields;
    EXPECT_EQ(all.find("HTTP/1.1"), all.rfind("HTTP/1.1")) << fields;  // `inner` is no request
    EXPECT_FALSE(c.reset_seen()) << fields;
  }
  expect_served();
}

TEST_F(HostileTest, SaysNoToOtherProtocolsAtOnce) {
  start();
  const std::string tls_hello("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 11);
  for (const std::string& bytes : {tls_hello, std::string("\0\0\0\0", 4),
                                   std::string("\xff\xfb\x1f"), std::string("GET /\n\n")}) {
    RawClient c = client();
    c.send(bytes);
    EXPECT_THAT(c.read_to_end(), StartsWith("HTTP/1.1 400 "));
  }
  RawClient h2 = client();
  h2.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
  EXPECT_THAT(h2.read_to_end(), StartsWith("HTTP/1.1 505 "));
}

TEST_F(HostileTest, SurvivesGarbageOfEveryKind) {
  start();
  std::minstd_rand random(11);
  const std::string seed = "GET /metrics HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nabcde";
  for (int round = 0; round < 300; ++round) {
    std::string bytes = round % 2 == 0 ? seed : std::string(random() % 3000, 'x');
    for (auto edits = 1 + random() % 40; edits > 0 && !bytes.empty(); --edits) {
      bytes[random() % bytes.size()] = static_cast<char>(random() % 256);
    }
    RawClient c = client();
    c.send(bytes);
    if (round % 3 == 0) {
      c.reset();
      continue;
    }
    c.half_close();
    const std::string all = c.read_to_end();
    EXPECT_TRUE(all.empty() || all.starts_with("HTTP/1.1 ")) << all;
  }
  expect_served();
  EXPECT_TRUE(eventually([&] { return server->stats().open == 0; }));
}

TEST_F(HostileTest, HalfARequestAndAHangupEndQuietly) {
  start();
  RawClient c = client();
  c.send("GET /metrics HTTP/1.1\r\nHos");
  c.half_close();
  EXPECT_TRUE(c.ends());
  RawClient body = client();
  body.send("POST /metrics HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nab");
  body.half_close();
  EXPECT_TRUE(body.ends());
  EXPECT_EQ(server->stats().requests, 0U);
}

TEST_F(HostileTest, AResetInTheMiddleOfAPageHurtsNobody) {
  start();
  for (int i = 0; i < 20; ++i) {
    RawClient c(server->addresses().front(), 4096);
    c.send("GET /big HTTP/1.1\r\nHost: x\r\n\r\n");
    EXPECT_GT(c.read_some(1000), 0U);
    c.reset();
  }
  expect_served();
  EXPECT_TRUE(eventually([&] { return server->stats().open == 0; }));
}

TEST_F(HostileTest, ReadsNoFurtherThanItAnswers) {
  start();
  RawClient c(server->addresses().front(), 4096);
  ASSERT_EQ(fcntl(c.fd(), F_SETFL, O_NONBLOCK), 0);
  std::string burst;
  while (burst.size() < 60'000) burst += "GET /big HTTP/1.1\r\nHost: x\r\n\r\n";
  std::size_t sent = 0;
  EXPECT_TRUE(eventually([&] {
    const ssize_t n = ::send(c.fd(), burst.data(), burst.size(), MSG_NOSIGNAL);
    if (n > 0) sent += static_cast<std::size_t>(n);
    return n < 0;  // the kernel's buffers are full: nobody reads
  }));
  EXPECT_LE(server->stats().requests, 2U);  // of thousands; those behind it wait in the kernel
  expect_served();
}

TEST_F(HostileTest, GoesOnWhenDescriptorsRunOut) {
  start();
  RawClient kept = client();
  EXPECT_EQ(kept.get("/metrics").status, 200);
  RawClient::Socket one;  // made now, connected when none are left
  RawClient::Socket two;
  {
    const NoDescriptors none;
    RawClient first(server->addresses().front(), std::move(one));
    EXPECT_EQ(first.get("/metrics").status, 200);  // the idle one was closed for it
    EXPECT_TRUE(kept.ends());
    EXPECT_GE(server->stats().accept_failures, 1U);
    RawClient second(server->addresses().front(), std::move(two));
    EXPECT_EQ(second.get("/metrics").status, 200);
    EXPECT_TRUE(first.ends());
  }
  expect_served();
}

TEST_F(HostileTest, ShedsNewcomersWhenDescriptorsRunOutAndNobodyCanGo) {
  std::vector<Responder> held;
  std::promise<void> ready;
  router.add_async("/page", [&](Request, Responder responder) {
    held.push_back(std::move(responder));
    ready.set_value();
  });
  start();
  RawClient busy = client();
  busy.send("GET /page HTTP/1.1\r\nHost: x\r\n\r\n");
  ready.get_future().get();
  RawClient::Socket made_before;
  {
    const NoDescriptors none;
    RawClient shed(server->addresses().front(), std::move(made_before));
    EXPECT_TRUE(shed.ends());  // told at once, not left hanging
    EXPECT_LT(server->stats().accept_failures, 10U);
  }
  held.front().send(text_response(200, "done"));
  EXPECT_EQ(busy.receive().body, "done\n");
  expect_served();
  held.clear();
}

}  // namespace
}  // namespace pge
