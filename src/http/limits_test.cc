// SPDX-License-Identifier: Apache-2.0
// What a client may take from a running server: sizes, times, places.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "testing/http_fixture.h"

namespace pge {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::answers;
using ::testing::HasSubstr;
using testing::RawClient;

constexpr std::size_t kBig = 10U << 20;

class LimitsTest : public testing::HttpFixture {
 protected:
  LimitsTest() {
    router.add("/metrics", answers("up 1\n"));
    router.add("/big", answers(std::string(kBig, 'x')));
  }
  bool open_is(std::size_t count) {
    return eventually([&] { return server->stats().open == count; });
  }
  // Moves the clock by at least header_time and waits until the server has acted on it: half a
  // request ends then.
  void pass(Duration by) {
    const std::size_t before = server->stats().open;
    RawClient mark = client();
    mark.send("G");
    ASSERT_TRUE(open_is(before + 1));
    clock->advance(by);
    ASSERT_TRUE(mark.ends());
  }
  // A client that has asked for a big page and takes nothing of it.
  std::unique_ptr<RawClient> stalled_reader() {
    auto reader = std::make_unique<RawClient>(server->addresses().front(), 4096);
    const auto before = server->stats().requests;
    reader->send("GET /big HTTP/1.1\r\nHost: x\r\n\r\n");
    EXPECT_TRUE(eventually([&] { return server->stats().requests > before; }));
    return reader;
  }
};

TEST_F(LimitsTest, RefusesAHeadThatIsTooLargeAndLetsTheAnswerArrive) {
  start();
  RawClient c = client();
  c.send("GET /metrics HTTP/1.1\r\nHost: x\r\nA: " + std::string(100'000, 'a') + "\r\n\r\n");
  EXPECT_THAT(c.read_to_end(), HasSubstr("HTTP/1.1 431 "));
  EXPECT_FALSE(c.reset_seen());
  RawClient fits = client();
  fits.send("GET /metrics HTTP/1.1\r\nHost: x\r\nA: " + std::string(16'000, 'a') + "\r\n\r\n");
  EXPECT_EQ(fits.receive().status, 200);
}

TEST_F(LimitsTest, RefusesABodyBeforeItComes) {
  start();
  RawClient c = client();
  c.send("POST /metrics HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n");
  const auto response = c.receive();
  EXPECT_EQ(response.status, 413);
  EXPECT_EQ(response.header("connection"), "close");
  EXPECT_EQ(server->stats().refused, 1U);
}

TEST_F(LimitsTest, HalfARequestEndsAtTheHeaderDeadlineHoweverItDribbles) {
  start();
  RawClient c = client();
  c.send("GET /metrics HTTP/1.1\r\n");
  RawClient silent = client();
  ASSERT_TRUE(open_is(2));
  for (int i = 0; i < 9; ++i) {
    clock->advance(seconds(1));
    ASSERT_TRUE(c.send("A: b\r\n"));
  }
  EXPECT_EQ(server->stats().timed_out, 0U);
  clock->advance(seconds(1));
  EXPECT_TRUE(c.ends());
  EXPECT_TRUE(silent.ends());
  EXPECT_TRUE(eventually([&] { return server->stats().timed_out == 2; }));
}

TEST_F(LimitsTest, AnIdleConnectionStaysForAScrapeIntervalAndEndsLater) {
  start();
  RawClient c = client();
  ASSERT_EQ(c.get("/metrics").status, 200);
  for (const int pause : {15, 60, 300}) {  // Prometheus gives an idle connection up after 300 s
    RawClient mark = client();             // its end shows that a sweep has seen the new time
    mark.send("G");
    ASSERT_TRUE(open_is(2));
    clock->advance(seconds(pause));
    EXPECT_TRUE(mark.ends());
    ASSERT_EQ(c.get("/metrics").status, 200) << pause;
  }
  EXPECT_TRUE(eventually([&] {
    clock->advance(limits.idle_time);  // again: the server may not have been idle yet
    return server->stats().open == 0;
  }));
  EXPECT_TRUE(c.ends());
}

TEST_F(LimitsTest, ASlowReaderHoldsNobodyUpAndIsCutInTheEnd) {
  start();
  auto slow = stalled_reader();
  RawClient good = client();
  for (int i = 0; i < 20; ++i) EXPECT_EQ(good.get("/metrics").body, "up 1\n");
  EXPECT_EQ(good.get("/big").body.size(), kBig);
  pass(limits.write_window);  // the head start is spent
  EXPECT_EQ(good.get("/metrics").status, 200);
  pass(limits.write_window);
  EXPECT_TRUE(open_is(1));
  EXPECT_LT(slow->read_to_end().size(), kBig);
}

TEST_F(LimitsTest, AReaderThatStopsAndGoesOnGetsEveryByte) {
  start();
  auto slow = stalled_reader();
  clock->advance(seconds(5));
  EXPECT_EQ(slow->receive().body.size(), kBig);
  EXPECT_EQ(server->stats().timed_out, 0U);
}

TEST_F(LimitsTest, ANewcomerPushesOutWhoStallsLongest) {
  limits.max_connections = 4;
  start();
  std::vector<RawClient> idle;
  for (int i = 0; i < 4; ++i) {
    idle.push_back(client());
    ASSERT_TRUE(open_is(idle.size()));
    clock->advance(seconds(2));
  }
  RawClient good = client();
  EXPECT_EQ(good.get("/metrics").status, 200);
  EXPECT_TRUE(idle[0].ends());
  EXPECT_EQ(idle[1].get("/metrics").status, 200);
  EXPECT_EQ(server->stats().evicted, 1U);
  EXPECT_EQ(server->stats().open, 4U);
}

TEST_F(LimitsTest, ACrowdOfSlowReadersCannotKeepAScrapeOut) {
  limits.max_connections = 3;
  start();
  std::vector<std::unique_ptr<RawClient>> slow;
  for (int i = 0; i < 3; ++i) {
    slow.push_back(stalled_reader());
    clock->advance(milliseconds(10));
  }
  RawClient first = client();
  ASSERT_TRUE(eventually([&] { return server->stats().evicted == 1; }));
  RawClient second = client();
  ASSERT_TRUE(eventually([&] { return server->stats().evicted == 2; }));
  EXPECT_EQ(first.get("/metrics").status, 200);
  EXPECT_EQ(second.get("/metrics").status, 200);
  EXPECT_LT(slow[0]->read_to_end().size(), kBig);
  EXPECT_LT(slow[1]->read_to_end().size(), kBig);
}

TEST_F(LimitsTest, SixHundredSlowClientsAndStillEveryScrapeIsServed) {
  start();
  std::vector<RawClient> slow;
  for (int i = 0; i < 600; ++i) {
    slow.push_back(client());
    ASSERT_TRUE(slow.back().connected());
    slow.back().send("G");
    if (i % 50 == 0) {
      clock->advance(milliseconds(100));
      EXPECT_EQ(client().get("/metrics").status, 200) << i;
    }
  }
  EXPECT_EQ(client().get("/metrics").status, 200);
  EXPECT_LE(server->stats().open, limits.max_connections);
  clock->advance(limits.header_time);
  EXPECT_TRUE(open_is(0));
}

}  // namespace
}  // namespace pge
