// SPDX-License-Identifier: Apache-2.0
// GCC 12 under AddressSanitizer takes new and delete of Asio's coroutines for a pair that differs.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

#include "net/tls/tls_transport.h"

#include <gtest/gtest.h>
#include <openssl/ssl.h>
#include <sys/socket.h>

#include <array>
#include <csignal>
#include <future>

#include "net/loop_impl.h"
#include "testing/tls_client.h"

namespace pge {
namespace {

using testing::Authority;
using testing::Pem;
using testing::TlsClient;

// One end is a TLS transport on a loop, the other a socket with a TLS client in the test's hands.
class TlsTransportTest : public ::testing::Test {
 protected:
  TlsTransportTest() {
    signal(SIGPIPE, SIG_IGN);  // the client's
    const Pem own = authority.issue("server");
    settings.certificate = own.certificate;
    settings.key = own.key;
  }
  ~TlsTransportTest() override {
    on_loop([this] {
      if (transport) transport->close();
    });
  }
  void start() {
    auto context = TlsContext::for_server(settings);
    ASSERT_TRUE(context) << context.error().message();
    std::array<int, 2> ends{};
    ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
    peer = UniqueFd(ends[0]);
    const timeval patience{.tv_sec = 20, .tv_usec = 0};
    setsockopt(peer.get(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
    transport = make_tls_transport(context_of(loop), UniqueFd(ends[1]), *context);
  }
  void on_loop(std::function<void()> task) {
    std::promise<void> done;
    loop.post([&] {
      task();
      done.set_value();
    });
    done.get_future().get();
  }
  std::future<std::string> read() {
    auto result = std::make_shared<std::promise<std::string>>();
    auto future = result->get_future();
    asio::co_spawn(
        context_of(loop),
        [this, result]() -> asio::awaitable<void> {
          std::array<char, 1000> bytes{};
          AsioError error;
          const std::size_t n = co_await transport->read_some(bytes, error);
          result->set_value(n == 0 ? "error" : std::string(bytes.data(), n));
        },
        asio::detached);
    return future;
  }
  std::future<bool> write(std::string head, std::string body) {
    auto result = std::make_shared<std::promise<bool>>();
    auto future = result->get_future();
    asio::co_spawn(
        context_of(loop),
        [this, result, head = std::move(head), body = std::move(body)]() -> asio::awaitable<void> {
          std::size_t sent = 0;
          AsioError error;
          const std::size_t all = head.size() + body.size();
          while (sent < all && !error) {
            std::vector<iovec> pieces;
            if (sent < head.size()) {
              pieces.push_back({const_cast<char*>(head.data()) + sent, head.size() - sent});
            }
            const std::size_t in_body = sent > head.size() ? sent - head.size() : 0;
            pieces.push_back({const_cast<char*>(body.data()) + in_body, body.size() - in_body});
            sent += co_await transport->write_some(pieces, error);
          }
          result->set_value(sent == all);
        },
        asio::detached);
    return future;
  }
  // What the server reads of a client that says "hello" after its handshake.
  std::string greet(TlsClient& client) {
    auto reading = read();
    if (client.connect()) client.send("hello");
    return reading.get();
  }

  Authority authority{"authority"};
  TlsServerSettings settings;
  Loop loop;
  UniqueFd peer;
  std::shared_ptr<Transport> transport;
};

TEST_F(TlsTransportTest, ReadsAndWritesAndSaysTheEnd) {
  start();
  TlsClient client(peer.get());
  EXPECT_EQ(greet(client), "hello");
  EXPECT_EQ(client.version(), "TLSv1.3");
  EXPECT_EQ(client.peer_name(), "server");
  // A small head before a body of many records: all of it must come (and it must not stop after
  // the head).
  const std::string body(3U << 20, 'b');
  auto written = write("head", body);
  std::string got;
  while (got.size() < body.size() + 4) {
    const std::string next = client.receive();
    ASSERT_FALSE(next.empty());
    got += next;
  }
  EXPECT_TRUE(written.get());
  EXPECT_EQ(got, "head" + body);
  auto end = read();
  client.close_notify();
  EXPECT_EQ(end.get(), "error");
}

TEST_F(TlsTransportTest, TheFirstRecordHoldsHeadAndBody) {
  start();
  TlsClient client(peer.get());
  ASSERT_EQ(greet(client), "hello");
  auto written = write("head,", "body");
  EXPECT_EQ(client.receive(), "head,body");
  EXPECT_TRUE(written.get());
}

TEST_F(TlsTransportTest, TellsPlainHttpWhatIsWrong) {
  start();
  auto reading = read();
  const std::string request = "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n";
  ASSERT_EQ(send(peer.get(), request.data(), request.size(), 0),
            static_cast<ssize_t>(request.size()));
  EXPECT_EQ(reading.get(), "error");
  std::array<char, 1000> bytes{};
  const ssize_t got = recv(peer.get(), bytes.data(), bytes.size(), 0);
  ASSERT_GT(got, 0);
  const std::string answer(bytes.data(), static_cast<std::size_t>(got));
  EXPECT_TRUE(answer.starts_with("HTTP/1.1 400 ")) << answer;
  const std::size_t body = answer.find("\r\n\r\n") + 4;
  EXPECT_NE(answer.find("Content-Length: " + std::to_string(answer.size() - body)),
            std::string::npos);
}

TEST_F(TlsTransportTest, GarbageHalvesAndSilenceEndInAnError) {
  for (const std::string& garbage :
       {std::string("\x16\x03\x01\x00", 4), std::string("\x16\x03\x01\xFF\xFFxxxx", 9),
        std::string(70'000, '\x80'), std::string(1, '\0'),
        std::string("\x15\x03\x01\x00\x02\x02\x28", 7)}) {
    start();
    auto reading = read();
    ASSERT_GT(send(peer.get(), garbage.data(), garbage.size(), MSG_NOSIGNAL), 0);
    shutdown(peer.get(), SHUT_WR);
    EXPECT_EQ(reading.get(), "error") << garbage.size();
    on_loop([this] { transport->close(); });
  }
}

TEST_F(TlsTransportTest, CloseEndsAHandshakeThatWaits) {
  start();
  auto reading = read();
  on_loop([this] { transport->close(); });
  EXPECT_EQ(reading.get(), "error");
  EXPECT_EQ(read().get(), "error");
  EXPECT_FALSE(write("a", "b").get());
}

TEST_F(TlsTransportTest, KeepsToTheVersionsAskedFor) {
  settings.max_version = TlsVersion::tls12;
  start();
  TlsClient client(peer.get());
  EXPECT_EQ(greet(client), "hello");
  EXPECT_EQ(client.version(), "TLSv1.2");

  settings.max_version = settings.min_version = TlsVersion::tls13;
  start();
  TlsClient old(peer.get(),
                {.own = {}, .max_version = TLS1_2_VERSION, .ciphers = {}, .groups = {}});
  EXPECT_EQ(greet(old), "error");

  settings.min_version = settings.max_version = TlsVersion::tls10;
  start();
  TlsClient ancient(peer.get());
  EXPECT_EQ(greet(ancient), "hello");
  EXPECT_EQ(ancient.version(), "TLSv1");
}

TEST_F(TlsTransportTest, KeepsToTheCiphersAndCurvesAskedFor) {
  const auto served = [&](std::string cipher, std::string group) {
    start();
    TlsClient client(
        peer.get(),
        {.own = {}, .max_version = 0, .ciphers = std::move(cipher), .groups = std::move(group)});
    return greet(client);
  };
  settings.curves = {"CurveP384"};
  EXPECT_EQ(served("", "P-384"), "hello");
  EXPECT_EQ(served("", "P-256"), "error");
  settings.curves.clear();
  settings.max_version = TlsVersion::tls12;
  settings.cipher_suites = {"TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384"};
  EXPECT_EQ(served("ECDHE-ECDSA-AES256-GCM-SHA384", ""), "hello");
  EXPECT_EQ(served("ECDHE-ECDSA-AES128-GCM-SHA256", ""), "error");
}

TEST_F(TlsTransportTest, RefusesRenegotiation) {
  settings.max_version = TlsVersion::tls12;
  start();
  TlsClient client(peer.get());
  ASSERT_EQ(greet(client), "hello");
  auto reading = read();
  EXPECT_FALSE(client.renegotiate());
  on_loop([this] { transport->close(); });
  EXPECT_EQ(reading.get(), "error");
}

TEST_F(TlsTransportTest, HangupIsSeenThroughTheEncryption) {
  start();
  TlsClient client(peer.get());
  ASSERT_EQ(greet(client), "hello");
  std::promise<void> gone;
  on_loop([&] { transport->watch_hangup([&] { gone.set_value(); }); });
  client.close_notify();
  gone.get_future().get();
}

struct ClientCase {
  ClientAuth mode;
  bool none, foreign, own, other_name;  // who is let in, with "DNS:scraper" allowed
};

class ClientAuthTest : public TlsTransportTest, public ::testing::WithParamInterface<ClientCase> {};

TEST_P(ClientAuthTest, LetsInWhomItShould) {
  const ClientCase& wanted = GetParam();
  const Authority stranger("stranger");
  settings.client_ca = wanted.mode == ClientAuth::none ? "" : authority.certificate();
  settings.client_auth = wanted.mode;
  const auto served = [&](const Pem& own) {
    start();
    TlsClient client(peer.get(), {.own = own, .max_version = 0, .ciphers = {}, .groups = {}});
    return greet(client) == "hello";
  };
  const Pem named = authority.issue("client", {"DNS:scraper", "IP:10.0.0.1"});
  const Pem unnamed = authority.issue("client", {"DNS:other"});
  EXPECT_EQ(served({}), wanted.none);
  EXPECT_EQ(served(stranger.issue("client", {"DNS:scraper"})), wanted.foreign);
  EXPECT_EQ(served(named), wanted.own);
  if (wanted.mode == ClientAuth::none) return;
  settings.client_allowed_sans = {"scraper"};
  EXPECT_EQ(served(named), wanted.own);
  EXPECT_EQ(served(unnamed), wanted.other_name);
  settings.client_allowed_sans = {"10.0.0.1"};
  EXPECT_EQ(served(named), wanted.own);
}

INSTANTIATE_TEST_SUITE_P(
    Modes, ClientAuthTest,
    ::testing::Values(ClientCase{ClientAuth::none, true, true, true, true},
                      ClientCase{ClientAuth::request, true, true, true, false},
                      ClientCase{ClientAuth::require_any, false, true, true, false},
                      ClientCase{ClientAuth::verify_if_given, true, false, true, false},
                      ClientCase{ClientAuth::require_and_verify, false, false, true, false}));

}  // namespace
}  // namespace pge
