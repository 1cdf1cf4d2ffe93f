// SPDX-License-Identifier: Apache-2.0
#include "http/web_config/web_gate.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>

#include "http/auth/bcrypt.h"
#include "http/web_config/web_config_watch.h"
#include "testing/bcrypt_make.h"
#include "testing/http_fixture.h"
#include "testing/tls_client.h"

namespace pge {
namespace {

using namespace std::chrono_literals;
using testing::answers;
using testing::RawClient;
using testing::RawResponse;
using testing::TlsClient;

const std::string kBasicAliceSecret = "Authorization: Basic YWxpY2U6c2VjcmV0\r\n";  // alice:secret
const std::string kBasicAliceWrong = "Authorization: Basic YWxpY2U6d3Jvbmc=\r\n";   // alice:wrong
const std::string kBasicBobSecret = "Authorization: Basic Ym9iOnNlY3JldA==\r\n";    // bob:secret

class WebGateTest : public testing::HttpFixture {
 protected:
  void open(WebConfig config) {
    router.add("/metrics", answers("page"));
    router.add("/-/healthy", answers("healthy"), Methods::get, Slot::none);
    router.add("/-/reload", answers("reloaded"), Methods::post);
    web_gate =
        std::make_shared<WebGate>(loaded(std::move(config)), clock,
                                  [this](const std::string& password, const std::string& hash) {
                                    ++comparisons;
                                    return bcrypt_matches(password, hash);
                                  });
    gate = web_gate;
    start();
  }
  static LoadedWebConfig loaded(WebConfig config) {
    LoadedWebConfig made{std::move(config), nullptr};
    if (made.config.tls) made.tls = TlsContext::for_server(made.config.tls_settings).value();
    return made;
  }
  static WebConfig with_alice() {
    WebConfig config;
    config.users.emplace("alice", testing::bcrypt_make("secret", 4));
    return config;
  }
  RawResponse ask(const std::string& path, const std::string& fields = "",
                  const std::string& method = "GET") const {
    RawClient asking = client();
    asking.send(method + " " + path + " HTTP/1.1\r\nHost: x\r\n" + fields + "\r\n");
    return asking.receive(method == "HEAD");
  }

  std::shared_ptr<WebGate> web_gate;
  std::atomic_int comparisons = 0;
};

TEST_F(WebGateTest, AsksForAPasswordEverywhereButAtProbes) {
  open(with_alice());
  const RawResponse refused = ask("/metrics");
  EXPECT_EQ(refused.status, 401);
  EXPECT_TRUE(refused.header("www-authenticate").starts_with("Basic"));
  EXPECT_EQ(refused.header("x-content-type-options"), "nosniff");
  EXPECT_EQ(ask("/nowhere").status, 401);
  EXPECT_EQ(ask("/-/reload", "", "POST").status, 401);
  EXPECT_EQ(ask("/-/healthy", "", "POST").status, 401);
  EXPECT_EQ(ask("/-/healthy").status, 200);
  EXPECT_EQ(ask("/-/healthy", "", "HEAD").status, 200);
  EXPECT_EQ(comparisons, 0);
  EXPECT_EQ(ask("/metrics", kBasicAliceSecret).body, "page");
  EXPECT_EQ(ask("/nowhere", kBasicAliceSecret).status, 404);
  EXPECT_EQ(ask("/-/reload", kBasicAliceSecret, "POST").status, 200);
  EXPECT_EQ(comparisons, 1);
}

TEST_F(WebGateTest, RefusesWrongOddAndUnknownCredentials) {
  open(with_alice());
  EXPECT_EQ(ask("/metrics", kBasicAliceWrong).status, 401);
  EXPECT_EQ(ask("/metrics", kBasicBobSecret).status, 401);
  EXPECT_EQ(comparisons, 2);  // an unknown user costs the same
  for (const auto* odd : {"Authorization: Basic\r\n", "Authorization: Basic !!!!\r\n",
                          "Authorization: Bearer YWxpY2U6c2VjcmV0\r\n", "Authorization:\r\n"}) {
    EXPECT_EQ(ask("/metrics", odd).status, 401) << odd;
  }
  EXPECT_EQ(ask("/metrics", kBasicAliceSecret + kBasicAliceSecret).status, 401);
  EXPECT_EQ(comparisons, 2);
}

TEST_F(WebGateTest, PipelinedRequestsAreEachAsked) {
  open(with_alice());
  RawClient one = client();
  const std::string head = "GET /metrics HTTP/1.1\r\nHost: x\r\n";
  one.send(head + kBasicAliceSecret + "\r\n" + head + "\r\n" + head + kBasicAliceSecret + "\r\n");
  EXPECT_EQ(one.receive().status, 200);
  EXPECT_EQ(one.receive().status, 401);
  EXPECT_EQ(one.receive().status, 200);
}

TEST_F(WebGateTest, LimitsTheRateButNotOfProbes) {
  WebConfig config;
  config.rate_interval = 1s;
  config.rate_burst = 2;
  open(config);
  EXPECT_EQ(ask("/metrics").status, 200);
  EXPECT_EQ(ask("/nowhere").status, 404);
  EXPECT_EQ(ask("/metrics").status, 429);
  EXPECT_EQ(ask("/-/healthy").status, 200);
  clock->advance(1s);
  EXPECT_EQ(ask("/metrics").status, 200);
  EXPECT_EQ(ask("/metrics").status, 429);
}

TEST_F(WebGateTest, AddsHeadersToEveryResponse) {
  WebConfig config = with_alice();
  config.headers.add("X-Frame-Options", "deny");
  config.headers.add("X-Content-Type-Options", "nosniff");
  open(config);
  for (const RawResponse& response :
       {ask("/metrics"), ask("/metrics", kBasicAliceSecret), ask("/-/healthy")}) {
    EXPECT_EQ(response.header("x-frame-options"), "deny");
    EXPECT_EQ(response.header("x-content-type-options"), "nosniff");
  }
}

TEST_F(WebGateTest, ANewConfigurationHoldsFromTheNextRequestOn) {
  open(with_alice());
  RawClient one = client();
  const std::string request = "GET /metrics HTTP/1.1\r\nHost: x\r\n" + kBasicAliceSecret + "\r\n";
  one.send(request);
  EXPECT_EQ(one.receive().status, 200);
  WebConfig changed;
  changed.users.emplace("alice", testing::bcrypt_make("other", 4));
  web_gate->replace(loaded(changed));
  one.send(request);
  EXPECT_EQ(one.receive().status, 401);  // remembered, but of another hash
  web_gate->replace(loaded(WebConfig()));
  one.send("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_EQ(one.receive().status, 200);
}

TEST_F(WebGateTest, SpeaksTlsWithTheNewestCertificate) {
  const testing::Authority authority("authority");
  const auto with_name = [&](const std::string& name) {
    WebConfig config;
    config.tls = true;
    const testing::Pem own = authority.issue(name);
    config.tls_settings.certificate = own.certificate;
    config.tls_settings.key = own.key;
    return config;
  };
  open(with_name("first"));
  const auto exchange = [](TlsClient& tls) {
    tls.send("GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    return tls.receive_all();
  };
  RawClient old_socket = client();
  TlsClient old_client(old_socket.fd());
  ASSERT_TRUE(old_client.connect());
  EXPECT_EQ(old_client.peer_name(), "first");
  web_gate->replace(loaded(with_name("second")));
  RawClient new_socket = client();
  TlsClient new_client(new_socket.fd());
  ASSERT_TRUE(new_client.connect());
  EXPECT_EQ(new_client.peer_name(), "second");
  EXPECT_TRUE(exchange(new_client).ends_with("page"));
  EXPECT_TRUE(exchange(old_client).ends_with("page"));
  // Plain HTTP to this port is told so.
  RawClient plain = client();
  EXPECT_EQ(plain.get("/metrics").status, 400);
}

TEST_F(WebGateTest, AHandshakeThatDawdlesIsCutLikeASlowRequest) {
  const testing::Authority authority("authority");
  WebConfig config;
  config.tls = true;
  const testing::Pem own = authority.issue("server");
  config.tls_settings.certificate = own.certificate;
  config.tls_settings.key = own.key;
  open(config);
  RawClient silent = client();
  RawClient half = client();
  half.send("\x16\x03\x01");
  ASSERT_TRUE(eventually([this] { return server->stats().open == 2; }));
  clock->advance(limits.header_time);
  EXPECT_TRUE(silent.ends());
  EXPECT_TRUE(half.ends());
  // A client sees its end a moment before it is counted.
  EXPECT_TRUE(eventually([this] { return server->stats().timed_out == 2U; }));
}

TEST_F(WebGateTest, BytesThatAreNoTlsHarmNobodyElse) {
  const testing::Authority authority("authority");
  WebConfig config;
  config.tls = true;
  const testing::Pem own = authority.issue("server");
  config.tls_settings.certificate = own.certificate;
  config.tls_settings.key = own.key;
  open(config);
  for (int i = 0; i < 50; ++i) {
    RawClient garbage = client();
    garbage.send(std::string(static_cast<std::size_t>(1 + i * 37), static_cast<char>(i * 5)));
    garbage.half_close();
    garbage.read_to_end();
  }
  RawClient socket = client();
  TlsClient tls(socket.fd());
  ASSERT_TRUE(tls.connect());
  tls.send("GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  EXPECT_TRUE(tls.receive_all().ends_with("page"));
}

// What a load answers next, moved by the test.
struct Source {
  std::atomic_int generation = 0;  // negative: an error that names it
  std::expected<LoadedWebConfig, WebConfigErrors> operator()() const {
    const int now = generation;
    if (now < 0) return std::unexpected(WebConfigErrors{{std::to_string(now), "bad", "mend it"}});
    LoadedWebConfig made;
    made.config.rate_burst = static_cast<std::uint32_t>(now);
    return made;
  }
};

TEST(WebConfigWatch, TellsChangesAndEachFaultOnce) {
  Source source;
  std::vector<std::string> told;
  WebConfigWatch watch(
      source().value().config, [&] { return source(); },
      {.changed =
           [&](const LoadedWebConfig& next) {
             told.push_back(std::to_string(next.config.rate_burst));
           },
       .failed = [&](const WebConfigErrors& errors) { told.push_back(errors.front().where); }},
      1h);
  const auto reload = [&](int generation) {
    source.generation = generation;
    std::promise<bool> good;
    watch.reload([&](const WebConfigErrors& errors) { good.set_value(errors.empty()); });
    return good.get_future().get();
  };
  EXPECT_TRUE(reload(0));
  EXPECT_TRUE(reload(1));
  EXPECT_FALSE(reload(-1));
  EXPECT_FALSE(watch.last_successful());
  EXPECT_FALSE(reload(-1));
  EXPECT_FALSE(reload(-2));
  EXPECT_TRUE(reload(1));
  EXPECT_TRUE(watch.last_successful());
  EXPECT_FALSE(reload(-2));  // again, after it was well
  EXPECT_EQ(told, (std::vector<std::string>{"1", "-1", "-2", "-2"}));
}

TEST(WebConfigWatch, LooksByItself) {
  Source source;
  std::promise<void> changed;
  WebConfigWatch watch(
      source().value().config, [&] { return source(); },
      {.changed = [&](const LoadedWebConfig&) { changed.set_value(); },
       .failed = [](const WebConfigErrors&) {}},
      1ms);
  source.generation = 1;
  EXPECT_EQ(changed.get_future().wait_for(20s), std::future_status::ready);
}

}  // namespace
}  // namespace pge
