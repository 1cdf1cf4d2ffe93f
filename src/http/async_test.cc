// SPDX-License-Identifier: Apache-2.0
// Handlers that answer later, and the bounds on how many may.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "testing/http_fixture.h"

namespace pge {
namespace {

using std::chrono::seconds;
using testing::answers;
using testing::RawClient;

class AsyncTest : public testing::HttpFixture {
 protected:
  AsyncTest() {
    router.add("/metrics", answers("up 1\n"));
    router.add("/healthz", answers("ok\n"), Methods::get, Slot::none);
    router.add_async("/page", keeper());
    router.add_async("/poll", keeper(), Methods::get, Slot::stream);
  }
  ~AsyncTest() override {
    server.reset();
    held.clear();
  }

  AsyncHandler keeper() {
    return [this](Request, Responder responder) {
      const std::lock_guard lock(mutex);
      held.push_back(std::move(responder));
    };
  }
  std::size_t holding() {
    const std::lock_guard lock(mutex);
    return held.size();
  }
  Responder responder(std::size_t index) {
    const std::lock_guard lock(mutex);
    return held.at(index);
  }
  // A client whose request has reached the handler.
  std::unique_ptr<RawClient> waiting(const std::string& path) {
    const std::size_t before = holding();
    auto c = std::make_unique<RawClient>(server->addresses().front());
    c->send("GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n");
    EXPECT_TRUE(eventually([&] { return holding() > before; }));
    return c;
  }

  std::mutex mutex;
  std::vector<Responder> held;
};

TEST_F(AsyncTest, AnAnswerMayComeLaterAndFromAnotherThread) {
  start();
  auto c = waiting("/page");
  EXPECT_EQ(client().get("/metrics").status, 200);  // nobody is held up meanwhile
  std::jthread([&] { responder(0).send(text_response(200, "late")); }).join();
  EXPECT_EQ(c->receive().body, "late\n");
  EXPECT_EQ(c->get("/metrics").status, 200);  // the connection goes on
}

TEST_F(AsyncTest, AnAnswerMayComeAtOnceOrNotAtAll) {
  router.add_async("/now", [](Request request, Responder responder) {
    responder.send(text_response(200, request.path));
  });
  router.add_async("/never", [](Request, Responder) {});
  router.add_async("/throws", [](Request, Responder) { throw std::runtime_error("no"); });
  start();
  RawClient c = client();
  EXPECT_EQ(c.get("/now").body, "/now\n");
  EXPECT_EQ(c.get("/never").status, 500);
  EXPECT_EQ(c.get("/throws").status, 500);
  EXPECT_EQ(c.get("/metrics").status, 200);
}

TEST_F(AsyncTest, PipelinedRequestsWaitForTheirTurn) {
  start();
  auto c = waiting("/page");
  c->send("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n");
  responder(0).send(text_response(200, "first"));
  EXPECT_EQ(c->receive().body, "first\n");
  EXPECT_EQ(c->receive().body, "up 1\n");
}

TEST_F(AsyncTest, BoundsThePagesBeingProduced) {
  limits.max_requests = 2;
  start();
  auto a = waiting("/page");
  auto b = waiting("/page");
  const auto busy = client().get("/page");
  EXPECT_EQ(busy.status, 503);
  EXPECT_EQ(busy.header("retry-after"), "1");
  EXPECT_EQ(client().get("/metrics").status, 503);
  EXPECT_EQ(client().get("/healthz").status, 200);  // probes take no slot
  EXPECT_EQ(server->stats().busy, 2U);
  responder(0).send(text_response(200, "done"));
  EXPECT_EQ(client().get("/metrics").status, 200);
  EXPECT_EQ(a->receive().status, 200);
}

TEST_F(AsyncTest, ASlowReaderTakesNoSlot) {
  limits.max_requests = 1;
  router.add("/big", answers(std::string(10U << 20, 'x')));
  start();
  std::vector<std::unique_ptr<RawClient>> readers;
  for (std::size_t i = 1; i <= 3; ++i) {
    readers.push_back(std::make_unique<RawClient>(server->addresses().front(), 4096));
    readers.back()->send("GET /big HTTP/1.1\r\nHost: x\r\n\r\n");
    ASSERT_TRUE(eventually([&] { return server->stats().requests == i; }));
  }
  EXPECT_EQ(client().get("/metrics").status, 200);
}

TEST_F(AsyncTest, StreamsHaveABoundOfTheirOwnAndTakeNoScrapesPlace) {
  limits.max_connections = 1;
  limits.max_requests = 1;
  limits.max_streams = 2;
  start();
  auto a = waiting("/poll");
  auto b = waiting("/poll");
  EXPECT_EQ(client().get("/metrics").status, 200);
  EXPECT_EQ(client().get("/poll").status, 503);
  responder(1).send(text_response(200, "changed"));
  EXPECT_EQ(b->receive().body, "changed\n");
  EXPECT_TRUE(responder(0).wanted());
}

TEST_F(AsyncTest, NoticesThatALongPollsClientHasGone) {
  limits.max_streams = 2;
  start();
  auto closes = waiting("/poll");
  auto resets = waiting("/poll");
  closes.reset();
  EXPECT_TRUE(eventually([&] { return !responder(0).wanted(); }));
  EXPECT_TRUE(responder(1).wanted());
  resets->reset();
  EXPECT_TRUE(eventually([&] { return !responder(1).wanted(); }));
  responder(0).send(text_response(200, "nobody"));
  const Responder last = responder(1);
  {
    const std::lock_guard lock(mutex);
    held.clear();
  }
  EXPECT_TRUE(eventually([&] { return server->stats().open == 0; }));
  auto again = waiting("/poll");  // the slots have come back
  responder(0).send(text_response(200, "new"));
  EXPECT_EQ(again->receive().body, "new\n");
}

TEST_F(AsyncTest, AHalfClosedScraperStillGetsItsPage) {
  start();
  auto c = waiting("/page");
  c->half_close();
  EXPECT_EQ(client().get("/metrics").status, 200);
  responder(0).send(text_response(200, "page"));
  EXPECT_EQ(c->receive().body, "page\n");
}

TEST_F(AsyncTest, AHandlerThatTakesTooLongIsAnsweredFor) {
  start();
  auto page = waiting("/page");
  auto poll = waiting("/poll");
  clock->advance(limits.answer_time);
  EXPECT_EQ(page->receive().status, 503);
  EXPECT_EQ(poll->receive().status, 503);
  EXPECT_FALSE(responder(0).wanted());
  responder(0).send(text_response(200, "too late"));
  EXPECT_EQ(page->get("/metrics").body, "up 1\n");
}

TEST_F(AsyncTest, ManyThreadsMayAnswerWhileClientsComeAndGo) {
  start();
  std::jthread answering([this](const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      std::vector<Responder> now;
      {
        const std::lock_guard lock(mutex);
        now.swap(held);
      }
      for (const Responder& each : now) each.send(text_response(200, "x"));
      std::this_thread::yield();
    }
  });
  for (int i = 0; i < 200; ++i) {
    RawClient c = client();
    if (i % 3 == 0) {
      c.send("GET /poll HTTP/1.1\r\nHost: x\r\n\r\n");
      if (i % 2 == 0) c.reset();
    } else {
      EXPECT_EQ(c.get(i % 2 == 0 ? "/page" : "/poll").status, 200);
    }
  }
}

}  // namespace
}  // namespace pge
