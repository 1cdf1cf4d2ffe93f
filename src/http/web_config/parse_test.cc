// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "http/web_config/durations.h"
#include "http/web_config/web_config.h"
#include "testing/bcrypt_make.h"
#include "testing/certificates.h"
#include "testing/temp_dir.h"

namespace pge {
namespace {

using namespace std::chrono_literals;
using testing::Authority;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::Pem;

class WebConfigTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    authority = std::make_unique<Authority>("authority");
    own = authority->issue("server");
  }
  static void TearDownTestSuite() { authority.reset(); }

  WebConfigTest() {
    dir.write("server.pem", own.certificate);
    dir.write("tls/key.pem", own.key);
    dir.write("ca.pem", authority->certificate());
  }
  std::expected<LoadedWebConfig, WebConfigErrors> load(std::string_view text) const {
    return load_web_config(dir.write("web.yml", text));
  }
  WebConfig good(std::string_view text) const {
    const auto loaded = load(text);
    EXPECT_TRUE(loaded.has_value()) << text << (loaded ? "" : loaded.error().front().message());
    if (loaded) {
      EXPECT_EQ(loaded->config.tls, loaded->tls != nullptr);
    }
    return loaded ? loaded->config : WebConfig();
  }
  // All errors as one text, without the directory.
  std::string bad(std::string_view text) const {
    const auto loaded = load(text);
    EXPECT_FALSE(loaded.has_value()) << text;
    std::string all;
    if (loaded) return all;
    for (const WebConfigError& error : loaded.error()) {
      EXPECT_FALSE(error.remedy.empty()) << error.message();
      std::string line = error.message();
      if (const auto at = line.find(dir.path().string() + "/"); at == 0) {
        line.erase(0, dir.path().string().size() + 1);
      }
      all += line + "\n";
    }
    return all;
  }

  static inline std::unique_ptr<Authority> authority;
  static inline Pem own;
  testing::TempDir dir;
};

constexpr std::string_view kTls =
    "tls_server_config:\n  cert_file: server.pem\n  key_file: tls/key.pem\n";

TEST_F(WebConfigTest, NothingMeansPlainHttpForEverybody) {
  for (const auto* text : {"", "---\n", "{}", "# a remark\n", "tls_server_config:\n",
                           "tls_server_config: {}\nbasic_auth_users: {}\n",
                           "tls_server_config: {min_version: TLS13}\n"}) {
    const WebConfig config = good(text);
    EXPECT_FALSE(config.tls) << text;
    EXPECT_TRUE(config.users.empty()) << text;
  }
}

TEST_F(WebConfigTest, ReadsEveryKey) {
  const std::string hash = testing::bcrypt_make("secret", 4);
  const WebConfig config = good(std::string(kTls) + R"(
  client_ca_file: ca.pem
  client_auth_type: RequireAndVerifyClientCert
  client_allowed_sans: [scraper, 10.0.0.1]
  min_version: TLS12
  max_version: TLS12
  cipher_suites: [TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256]
  prefer_server_cipher_suites: false
  curve_preferences: [CurveP256, X25519]
http_server_config:
  http2: true
  headers:
    Content-Security-Policy: default-src 'self'
    X-Frame-Options: deny
    X-Content-Type-Options: nosniff
    X-XSS-Protection: 1; mode=block
    Strict-Transport-Security: max-age=31536000
rate_limit:
  interval: 1m30s
  burst: 7
basic_auth_users:
  alice: )" + hash + "\n");
  EXPECT_TRUE(config.tls);
  const TlsServerSettings& tls = config.tls_settings;
  EXPECT_EQ(tls.certificate, own.certificate);
  EXPECT_EQ(tls.key, own.key);
  EXPECT_EQ(tls.client_ca, authority->certificate());
  EXPECT_EQ(tls.client_auth, ClientAuth::require_and_verify);
  EXPECT_EQ(tls.client_allowed_sans, (std::vector<std::string>{"scraper", "10.0.0.1"}));
  EXPECT_EQ(tls.min_version, TlsVersion::tls12);
  EXPECT_EQ(tls.max_version, TlsVersion::tls12);
  EXPECT_EQ(tls.cipher_suites.size(), 1U);
  EXPECT_FALSE(tls.prefer_server_ciphers);
  EXPECT_EQ(tls.curves, (std::vector<std::string>{"CurveP256", "X25519"}));
  EXPECT_EQ(config.headers.size(), 5U);
  EXPECT_EQ(config.headers.find("x-frame-options"), "deny");
  EXPECT_EQ(config.rate_interval, Duration(90s));
  EXPECT_EQ(config.rate_burst, 7U);
  EXPECT_EQ(config.users.at("alice"), hash);
}

TEST_F(WebConfigTest, TakesPemInline) {
  std::string text = "tls_server_config:\n";
  for (const auto& [key, pem] : {std::pair{"cert", own.certificate}, {"key", own.key}}) {
    text += "  " + std::string(key) + ": |\n";
    std::string rest = pem;
    for (std::size_t end = rest.find('\n'); end != std::string::npos; end = rest.find('\n')) {
      text += "    " + rest.substr(0, end + 1);
      rest.erase(0, end + 1);
    }
  }
  EXPECT_EQ(good(text).tls_settings.key, own.key);
}

TEST_F(WebConfigTest, KnowsEveryNameOfClientAuth) {
  const std::pair<std::string, ClientAuth> names[] = {
      {"NoClientCert", ClientAuth::none},
      {"RequestClientCert", ClientAuth::request},
      {"RequireAnyClientCert", ClientAuth::require_any},
      {"RequireClientCert", ClientAuth::require_any},
      {"VerifyClientCertIfGiven", ClientAuth::verify_if_given},
      {"RequireAndVerifyClientCert", ClientAuth::require_and_verify}};
  for (const auto& [name, mode] : names) {
    EXPECT_EQ(good(std::string(kTls) + "  client_auth_type: " + name).tls_settings.client_auth,
              mode);
  }
}

TEST_F(WebConfigTest, NamesKeyLineAndRemedy) {
  const std::string tls(kTls);
  const std::pair<std::string, const char*> cases[] = {
      {tls + "  cert_fil: x\n",
       "web.yml:4: tls_server_config.cert_fil: unknown key; did you mean "
       "cert_file?"},
      {"junk: 1\n", "web.yml:1: junk: unknown key"},
      {"tls_server_config:\n  cert_file: server.pem\n", "key_file: missing"},
      {"tls_server_config:\n  key_file: tls/key.pem\n", "cert_file: missing"},
      {"tls_server_config:\n  client_auth_type: NoClientCert\n", "cert_file: missing"},
      {"tls_server_config:\n  cert_file: absent.pem\n  key_file: tls/key.pem\n",
       "web.yml:2: tls_server_config.cert_file: cannot read"},
      {"tls_server_config:\n  cert_file: server.pem\n  key_file: ca.pem\n",
       "web.yml:3: tls_server_config.key_file: not a private key"},
      {"tls_server_config:\n  cert_file: tls/key.pem\n  key_file: tls/key.pem\n",
       "web.yml:2: tls_server_config.cert_file: not a certificate"},
      {tls + "  cert: x\n", "cert_file: stands beside cert"},
      {tls + "  client_ca_file: ca.pem\n", "without effect"},
      {tls + "  client_allowed_sans: [a]\n", "without effect"},
      {tls + "  client_auth_type: Whatever\n", "web.yml:4: tls_server_config.client_auth_type"},
      {tls + "  min_version: TLS9\n", "choose one of TLS10, TLS11, TLS12, TLS13"},
      {tls + "  min_version: TLS13\n  max_version: TLS12\n", "newer than max_version"},
      {tls + "  cipher_suites: [TLS_RSA_WITH_RC4_128_SHA]\n", "unknown or insecure"},
      {tls + "  curve_preferences: [CurveP192]\n", "curve_preferences"},
      {tls + "  cipher_suites: TLS_AES_128_GCM_SHA256\n", "takes a list"},
      {tls + "  prefer_server_cipher_suites: maybe\n", "write true or false"},
      {"http_server_config: {http3: true}\n", "http_server_config.http3: unknown key"},
      {"http_server_config:\n  headers:\n    X-Odd: 1\n", "web.yml:3: http_server_config.headers"},
      {"http_server_config: {headers: {X-Frame-Options: no}}\n", "deny or sameorigin"},
      {"http_server_config: {headers: {X-Content-Type-Options: sniff}}\n", "nosniff"},
      {"http_server_config: {headers: {X-XSS-Protection: \"a\\nb\"}}\n", "control character"},
      {"basic_auth_users: {alice: secret}\n", "not a bcrypt hash"},
      {"basic_auth_users: [alice]\n", "not a map"},
      {"rate_limit: {interval: 5}\n", "not a duration"},
      {"rate_limit: {interval: 1s, burst: -1}\n", "not a whole number"},
      {"rate_limit: {interval: 1s, burst: 0}\n", "lets no request through"},
      {"rate_limit: {interval: 1s}\nrate_limit: {interval: 2s}\n", "twice"},
      {"- a\n", "not a map"},
      {"a: [\n", "not YAML"},
      {"a: 1\n---\nb: 1\n", "a second document"},
  };
  for (const auto& [text, wanted] : cases) EXPECT_THAT(bad(text), HasSubstr(wanted)) << text;
}

TEST_F(WebConfigTest, TellsAllErrorsAtOnceAndNoSecret) {
  const std::string errors = bad(R"(tls_server_config:
  cert_file: absent.pem
  min_version: TLS14
  odd: 1
basic_auth_users:
  alice: plain-text-password
http_server_config:
  headers: {X-Odd: 1}
rate_limit: {interval: soon}
)");
  for (const auto* part :
       {"absent.pem", "TLS13", "odd", "alice", "X-Odd", "interval", "key_file"}) {
    EXPECT_THAT(errors, HasSubstr(part));
  }
  EXPECT_THAT(errors, Not(HasSubstr("plain-text-password")));
}

TEST_F(WebConfigTest, AMissingOrOddFileIsAnError) {
  EXPECT_FALSE(load_web_config(dir / "absent.yml").has_value());
  EXPECT_FALSE(load_web_config(dir.path()).has_value());
  EXPECT_FALSE(load(std::string(2U << 20, '#')).has_value());
}

TEST_F(WebConfigTest, BytesOfAnyKindAreSurvived) {
  std::string deep(5'000, '[');
  EXPECT_FALSE(load(deep).has_value());
  EXPECT_FALSE(load(std::string("a: \xFF\xFE\x00", 7)).has_value());
  EXPECT_FALSE(load("a: &a [*a, *a]\n").has_value());
  EXPECT_FALSE(load("? [complex]\n: 1\n").has_value());
}

TEST(GoDuration, ReadsWhatGoWrites) {
  EXPECT_EQ(parse_go_duration("0"), Duration(0));
  EXPECT_EQ(parse_go_duration("1h2m3.5s"), Duration(1h + 2min + 3500ms));
  EXPECT_EQ(parse_go_duration("250ms"), Duration(250ms));
  for (const auto* bad : {"", "5", "s", "-1s", "1x", "1s ", "1..2s", "99999999h"}) {
    EXPECT_FALSE(parse_go_duration(bad).has_value()) << bad;
  }
}

}  // namespace
}  // namespace pge
