// SPDX-License-Identifier: Apache-2.0
// How a server ends.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>
#include <memory>
#include <optional>

#include "testing/http_fixture.h"

namespace pge {
namespace {

using std::chrono::milliseconds;
using testing::answers;
using testing::RawClient;

constexpr std::size_t kBig = 10U << 20;

class StopTest : public testing::HttpFixture {
 protected:
  StopTest() {
    router.add("/metrics", answers("up 1\n"));
    router.add("/big", answers(std::string(kBig, 'x')));
    router.add_async("/page", keeper());
    router.add_async("/poll", keeper(), Methods::get, Slot::stream);
  }
  ~StopTest() override { server.reset(); }

  AsyncHandler keeper() {
    return [this](Request, Responder responder) {
      held = std::make_unique<Responder>(std::move(responder));
      ready.set_value();
    };
  }
  // stop() in the background, once it has begun.
  std::future<bool> stopping(Duration grace) {
    auto done = std::async(std::launch::async, [this, grace] { return server->stop(grace); });
    EXPECT_TRUE(eventually([&] { return !RawClient(server->addresses().front()).connected(); }));
    return done;
  }

  std::unique_ptr<Responder> held;
  std::promise<void> ready;
};

TEST_F(StopTest, ClosesIdleConnectionsAtOnceAndTakesNoMore) {
  start();
  RawClient idle = client();
  EXPECT_EQ(idle.get("/metrics").status, 200);
  RawClient silent = client();
  EXPECT_TRUE(eventually([&] { return server->stats().open == 2; }));
  EXPECT_TRUE(server->stop(std::chrono::hours(1)));
  EXPECT_TRUE(idle.ends());
  EXPECT_TRUE(silent.ends());
  EXPECT_FALSE(client().connected());
  EXPECT_TRUE(server->stop());  // a second time there is nothing to do
}

TEST_F(StopTest, FinishesARequestInFlightAndSaysThatItCloses) {
  start();
  RawClient c = client();
  c.send("GET /page HTTP/1.1\r\nHost: x\r\n\r\nGET /metrics HTTP/1.1\r\nHost: x\r\n\r\n");
  ready.get_future().get();
  auto done = stopping(std::chrono::hours(1));
  held->send(text_response(200, "made it"));
  const auto response = c.receive();
  EXPECT_EQ(response.body, "made it\n");
  EXPECT_EQ(response.header("connection"), "close");
  EXPECT_TRUE(c.ends());
  c.half_close();
  EXPECT_TRUE(done.get());
}

TEST_F(StopTest, LetsAReaderFinishItsPage) {
  start();
  RawClient slow = client(4096);
  slow.send("GET /big HTTP/1.1\r\nHost: x\r\n\r\n");
  ASSERT_TRUE(eventually([&] { return server->stats().requests == 1; }));
  auto done = stopping(std::chrono::hours(1));
  EXPECT_EQ(slow.receive().body.size(), kBig);
  clock->advance(limits.idle_time);
  done.get();
}

TEST_F(StopTest, AnswersLongPollsAtOnce) {
  start();
  RawClient c = client();
  c.send("GET /poll HTTP/1.1\r\nHost: x\r\n\r\n");
  ready.get_future().get();
  auto done = stopping(std::chrono::hours(1));
  EXPECT_EQ(c.receive().status, 503);
  c.reset();
  EXPECT_TRUE(done.get());
  EXPECT_FALSE(held->wanted());
}

TEST_F(StopTest, CutsWhoIsNotThroughInTime) {
  start();
  RawClient reader = client(4096);
  reader.send("GET /big HTTP/1.1\r\nHost: x\r\n\r\n");
  RawClient half = client();
  half.send("GET /met");
  RawClient page = client();
  page.send("GET /page HTTP/1.1\r\nHost: x\r\n\r\n");
  ready.get_future().get();
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_FALSE(server->stop(milliseconds(50)));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(3));
  EXPECT_TRUE(half.ends());
  EXPECT_LT(reader.read_to_end().size(), kBig);
  EXPECT_EQ(page.receive().status, 0);
  EXPECT_FALSE(held->wanted());
  EXPECT_EQ(server->stats().open, 0U);
  held->send(text_response(200, "nobody is there"));
}

TEST_F(StopTest, CanStopAcceptingAndGoOnServing) {
  start();
  RawClient c = client();
  EXPECT_EQ(c.get("/metrics").status, 200);
  server->stop_accepting();
  EXPECT_TRUE(eventually([&] { return !client().connected(); }));
  EXPECT_EQ(c.get("/metrics").status, 200);
}

TEST_F(StopTest, DestructionNeedsNoStopAndAnAnswerMayComeAfterIt) {
  start();
  RawClient c = client();
  c.send("GET /page HTTP/1.1\r\nHost: x\r\n\r\n");
  ready.get_future().get();
  server.reset();
  EXPECT_TRUE(c.ends());
  held->send(text_response(200, "late"));
}

TEST_F(StopTest, TheAddressIsFreeAgain) {
  start();
  const std::string address = server->addresses().front();
  EXPECT_EQ(client().get("/metrics").status, 200);
  server->stop();
  router.add("/metrics", answers("second\n"));
  start({address});
  EXPECT_EQ(client().get("/metrics").body, "second\n");
}

}  // namespace
}  // namespace pge
