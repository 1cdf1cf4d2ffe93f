// SPDX-License-Identifier: Apache-2.0
#include "net/acceptor.h"

#include <gtest/gtest.h>

#include <condition_variable>
#include <functional>
#include <future>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#include "net/listen.h"
#include "net/loop_impl.h"
#include "testing/raw_http.h"

namespace pge {
namespace {

using testing::RawClient;

class AcceptorTest : public ::testing::Test {
 protected:
  AcceptorTest() {
    auto listener = listen_on(*parse_listen_address("127.0.0.1:0"));
    EXPECT_TRUE(listener);
    address = listener->address;
    Acceptor::Events events;
    events.accepted = [this](UniqueFd client, std::string remote) {
      if (const auto first_only = std::exchange(before_taking, nullptr)) first_only();
      const std::lock_guard lock(mutex);
      clients.push_back(std::move(client));
      remotes.push_back(std::move(remote));
      changed.notify_all();
    };
    events.make_room = [] { return false; };
    events.failed = [this](int) { ++failures; };
    acceptor = std::make_shared<Acceptor>(context_of(loop), std::move(listener->fd), events);
  }
  ~AcceptorTest() override { stop(); }

  void start() {
    loop.post([this] { acceptor->start(); });
  }
  void stop() {
    std::promise<void> done;
    loop.post([&] {
      acceptor->stop();
      done.set_value();
    });
    done.get_future().get();
  }
  bool taken(std::size_t count) {
    std::unique_lock lock(mutex);
    return changed.wait_for(lock, RawClient::kPatience, [&] { return clients.size() == count; });
  }

  Loop loop;
  std::string address;
  std::shared_ptr<Acceptor> acceptor;
  std::function<void()> before_taking;
  std::atomic_int failures = 0;
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<UniqueFd> clients;
  std::vector<std::string> remotes;
};

TEST_F(AcceptorTest, TakesClientsAndSaysWhoTheyAre) {
  start();
  const RawClient one(address);
  ASSERT_TRUE(taken(1));
  sockaddr_storage name{};
  socklen_t size = sizeof(name);
  ASSERT_EQ(getsockname(one.fd(), reinterpret_cast<sockaddr*>(&name), &size), 0);
  EXPECT_EQ(remotes.front(), to_string(name));
}

TEST_F(AcceptorTest, TakesACrowdThatWaitsInTheBacklog) {
  std::vector<RawClient> crowd;
  for (int i = 0; i < Acceptor::kMostPerTurn * 2 + 5; ++i) crowd.emplace_back(address);
  start();
  EXPECT_TRUE(taken(crowd.size()));
  EXPECT_EQ(failures, 0);
}

TEST_F(AcceptorTest, LosesOneClientAndNotItselfWhenMemoryRunsOut) {
  before_taking = [] { throw std::bad_alloc(); };
  start();
  RawClient lost(address);
  EXPECT_TRUE(lost.ends());
  const RawClient next(address);
  EXPECT_TRUE(taken(1));
  EXPECT_EQ(failures, 1);
}

TEST_F(AcceptorTest, AfterAStopTheKernelRefusesNewcomers) {
  start();
  const RawClient before(address);
  ASSERT_TRUE(taken(1));
  stop();
  stop();
  EXPECT_FALSE(RawClient(address).connected());
}

}  // namespace
}  // namespace pge
