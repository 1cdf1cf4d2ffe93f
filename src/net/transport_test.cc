// SPDX-License-Identifier: Apache-2.0
#include "net/transport.h"

#include <gtest/gtest.h>
#include <sys/socket.h>

#include <array>
#include <future>
#include <string>

#include "net/loop_impl.h"

namespace pge {
namespace {

// One end is a transport on a loop, the other a plain socket in the test's hands.
class TransportTest : public ::testing::Test {
 protected:
  TransportTest() {
    std::array<int, 2> ends{};
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
    peer = UniqueFd(ends[0]);
    transport = make_tcp_transport(context_of(loop), UniqueFd(ends[1]));
  }
  ~TransportTest() override {
    on_loop([this] { transport->close(); });
  }

  void on_loop(std::function<void()> task) {
    std::promise<void> done;
    loop.post([&] {
      task();
      done.set_value();
    });
    done.get_future().get();
  }
  // Starts a read; the future holds the bytes, or "error" for the end and for what went wrong.
  std::future<std::string> read() {
    auto result = std::make_shared<std::promise<std::string>>();
    auto future = result->get_future();
    asio::co_spawn(
        context_of(loop),
        [this, result]() -> asio::awaitable<void> {
          std::array<char, 100> bytes{};
          AsioError error;
          const std::size_t n = co_await transport->read_some(bytes, error);
          result->set_value(error ? "error" : std::string(bytes.data(), n));
        },
        asio::detached);
    return future;
  }
  // Writes `text` in as many calls as it takes; the future tells whether all went out.
  std::future<bool> write(std::string text) {
    auto result = std::make_shared<std::promise<bool>>();
    auto future = result->get_future();
    asio::co_spawn(
        context_of(loop),
        [this, result, text = std::move(text)]() -> asio::awaitable<void> {
          std::size_t sent = 0;
          AsioError error;
          while (sent < text.size() && !error) {
            const std::array<iovec, 2> pieces = {
                iovec{const_cast<char*>(text.data()) + sent, 1},
                iovec{const_cast<char*>(text.data()) + sent + 1, text.size() - sent - 1}};
            sent += co_await transport->write_some(pieces, error);
          }
          result->set_value(sent == text.size());
        },
        asio::detached);
    return future;
  }

  Loop loop;
  UniqueFd peer;
  std::shared_ptr<Transport> transport;
};

TEST_F(TransportTest, ReadsWhatArrivesAndTheEnd) {
  auto first = read();
  ASSERT_EQ(send(peer.get(), "abc", 3, 0), 3);
  EXPECT_EQ(first.get(), "abc");
  peer.reset();
  EXPECT_EQ(read().get(), "error");
}

TEST_F(TransportTest, WritesMoreThanTheKernelHolds) {
  const std::string text(4U << 20, 'x');
  auto written = write(text);
  std::string got;
  std::array<char, 65536> chunk{};
  while (got.size() < text.size()) {
    const ssize_t n = recv(peer.get(), chunk.data(), chunk.size(), 0);
    ASSERT_GT(n, 0);
    got.append(chunk.data(), static_cast<std::size_t>(n));
  }
  EXPECT_TRUE(written.get());
  EXPECT_EQ(got, text);
}

TEST_F(TransportTest, CloseEndsAReadAndAWriteThatWait) {
  auto reading = read();
  auto writing = write(std::string(4U << 20, 'x'));
  on_loop([] {});  // both have begun
  on_loop([this] { transport->close(); });
  EXPECT_EQ(reading.get(), "error");
  EXPECT_FALSE(writing.get());
  on_loop([this] { transport->close(); });  // again does no harm
  EXPECT_FALSE(write("x").get());
}

TEST_F(TransportTest, AWriteToAPeerThatHasGoneFailsWithoutASignal) {
  peer.reset();
  EXPECT_FALSE(write("text").get());
}

TEST_F(TransportTest, ReportsAHangupOnce) {
  std::promise<void> gone;
  on_loop([&] { transport->watch_hangup([&] { gone.set_value(); }); });
  peer.reset();
  gone.get_future().get();
}

TEST_F(TransportTest, BytesOrAStopEndTheWatchInSilence) {
  std::atomic_bool called = false;
  on_loop([&] { transport->watch_hangup([&] { called = true; }); });
  ASSERT_EQ(send(peer.get(), "x", 1, 0), 1);
  EXPECT_EQ(read().get(), "x");
  on_loop([&] {
    EXPECT_FALSE(transport->has_unread());
    transport->watch_hangup([&] { called = true; });
    transport->stop_watching();
  });
  ASSERT_EQ(send(peer.get(), "yz", 2, 0), 2);
  on_loop([&] { EXPECT_TRUE(transport->has_unread()); });
  EXPECT_EQ(read().get(), "yz");  // the byte looked at was not eaten
  peer.reset();
  EXPECT_EQ(read().get(), "error");
  EXPECT_FALSE(called);
}

TEST_F(TransportTest, ShutdownTellsThePeerThatAllIsSaid) {
  on_loop([this] { transport->shutdown_send(); });
  char byte = 0;
  EXPECT_EQ(recv(peer.get(), &byte, 1, 0), 0);
  ASSERT_EQ(send(peer.get(), "ok", 2, 0), 2);
  EXPECT_EQ(read().get(), "ok");
}

}  // namespace
}  // namespace pge
