// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

struct ssl_ctx_st;  // OpenSSL's

namespace pge {

enum class TlsVersion : std::uint8_t { tls10, tls11, tls12, tls13 };

// What a server asks of its clients' certificates. The names are those of Go's crypto/tls, which
// web configuration files use.
enum class ClientAuth : std::uint8_t {
  none,
  request,            // asked for; any or none will do
  require_any,        // one must come, unverified
  verify_if_given,    // none will do; one that comes must verify
  require_and_verify  // one must come and verify
};

// How a server speaks TLS. The texts are PEM, as read from their files.
struct TlsServerSettings {
  std::string certificate;  // the server's own first, then the chain
  std::string key;
  std::string client_ca;  // empty: the system's, for the modes that verify
  ClientAuth client_auth = ClientAuth::none;
  // If not empty, a client's certificate must bear one of them: a DNS name, e-mail address, IP
  // address or URI of its subject alternative names, letter for letter.
  std::vector<std::string> client_allowed_sans;
  TlsVersion min_version = TlsVersion::tls12;
  TlsVersion max_version = TlsVersion::tls13;
  std::vector<std::string> cipher_suites;  // IANA names, for TLS 1.2 and below; empty: the default
  bool prefer_server_ciphers = true;
  std::vector<std::string> curves;  // CurveP256, CurveP384, CurveP521, X25519; empty: the default

  bool operator==(const TlsServerSettings&) const = default;
};

// One set of TLS settings, ready for handshakes. Immutable; connections keep theirs alive, so that
// a newer one concerns new connections only. Sessions are not resumed: a client that was let in
// under old settings must shake hands under the new ones.
class TlsContext {
 public:
  // `context` of an error says which setting is at fault: cert, key, client_ca, cipher_suites, …
  static Result<std::shared_ptr<const TlsContext>> for_server(const TlsServerSettings& settings);

  ~TlsContext();
  TlsContext(const TlsContext&) = delete;
  TlsContext& operator=(const TlsContext&) = delete;

  ssl_ctx_st* native() const { return context_.get(); }
  const std::vector<std::string>& allowed_sans() const { return allowed_sans_; }
  bool accepts_any() const { return accepts_any_; }  // clients' certificates are not verified

 private:
  struct Freed {
    void operator()(ssl_ctx_st* context) const;
  };
  TlsContext();

  std::unique_ptr<ssl_ctx_st, Freed> context_;
  std::vector<std::string> allowed_sans_;
  bool accepts_any_ = false;
};

// Cipher suites that a configuration may name, by their IANA names: those without known weakness.
const std::vector<std::string_view>& known_cipher_suites();
const std::vector<std::string_view>& known_curves();

}  // namespace pge
