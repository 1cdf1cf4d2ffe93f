// SPDX-License-Identifier: Apache-2.0
#include "net/tls/tls_context.h"

#include <gtest/gtest.h>

#include "testing/certificates.h"

namespace pge {
namespace {

class TlsContextTest : public ::testing::Test {
 protected:
  TlsContextTest() {
    settings.certificate = own.certificate;
    settings.key = own.key;
  }
  // The setting at fault, or "" if there is none.
  std::string fault() const {
    const auto context = TlsContext::for_server(settings);
    if (context) return "";
    EXPECT_FALSE(context.error().text.empty());
    EXPECT_FALSE(context.error().remedy.empty());
    return context.error().context;
  }

  testing::Authority authority{"authority"};
  testing::Pem own = authority.issue("server");
  TlsServerSettings settings;
};

TEST_F(TlsContextTest, NamesTheSettingAtFault) {
  EXPECT_EQ(fault(), "");
  settings.certificate += authority.certificate();  // a chain
  EXPECT_EQ(fault(), "");
  settings.certificate += "-----BEGIN CERTIFICATE-----\nbroken\n-----END CERTIFICATE-----\n";
  EXPECT_EQ(fault(), "cert");
  settings.certificate = "no certificate";
  EXPECT_EQ(fault(), "cert");
  settings.certificate = own.certificate;
  settings.key = "";
  EXPECT_EQ(fault(), "key");
  settings.key = authority.issue("another").key;
  EXPECT_EQ(fault(), "key");
  settings.key = own.key;
  settings.client_auth = ClientAuth::require_and_verify;
  settings.client_ca = "nothing";
  EXPECT_EQ(fault(), "client_ca");
  settings.client_ca = authority.certificate();
  EXPECT_EQ(fault(), "");
}

TEST_F(TlsContextTest, RefusesAnEncryptedKeyWithoutAsking) {
  settings.key =
      "-----BEGIN ENCRYPTED PRIVATE KEY-----\nMAA=\n-----END ENCRYPTED PRIVATE KEY-----\n";
  EXPECT_EQ(fault(), "key");
}

TEST_F(TlsContextTest, ChecksVersionsCiphersAndCurves) {
  settings.min_version = TlsVersion::tls13;
  settings.max_version = TlsVersion::tls12;
  EXPECT_EQ(fault(), "min_version");
  settings.min_version = TlsVersion::tls12;
  for (const std::string_view name : known_cipher_suites())
    settings.cipher_suites.emplace_back(name);
  for (const std::string_view name : known_curves()) settings.curves.emplace_back(name);
  EXPECT_EQ(fault(), "");
  settings.cipher_suites.emplace_back("TLS_RSA_WITH_RC4_128_SHA");
  EXPECT_EQ(fault(), "cipher_suites");
  settings.cipher_suites.clear();
  settings.curves.emplace_back("CurveP192");
  EXPECT_EQ(fault(), "curve_preferences");
}

TEST_F(TlsContextTest, EverySuiteThatMayBeNamedExists) {
  for (const std::string_view name : known_cipher_suites()) {
    settings.cipher_suites = {std::string(name)};
    EXPECT_EQ(fault(), "") << name;
  }
}

}  // namespace
}  // namespace pge
