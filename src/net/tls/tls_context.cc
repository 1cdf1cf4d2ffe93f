// SPDX-License-Identifier: Apache-2.0
#include "net/tls/tls_context.h"

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>

#include <algorithm>
#include <array>

#include "net/tls/client_sans.h"

namespace pge {
namespace {

struct Free {
  void operator()(BIO* bio) const { BIO_free(bio); }
  void operator()(X509* certificate) const { X509_free(certificate); }
  void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
};
using Bio = std::unique_ptr<BIO, Free>;
using Certificate = std::unique_ptr<X509, Free>;
using Key = std::unique_ptr<EVP_PKEY, Free>;

std::string last_error() {
  const unsigned long code = ERR_peek_last_error();
  ERR_clear_error();
  const char* reason = code == 0 ? nullptr : ERR_reason_error_string(code);
  return reason == nullptr ? "refused by OpenSSL" : reason;
}

std::unexpected<Error> bad(std::string_view what, std::string text, std::string remedy) {
  return fail(ErrorKind::malformed, std::move(text), std::string(what), std::move(remedy));
}

// Never asks at the terminal for the password of an encrypted key.
int no_password(char*, int, int, void*) { return -1; }

Bio reader(const std::string& text) {
  return Bio(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
}

std::vector<Certificate> certificates_of(const std::string& pem) {
  std::vector<Certificate> found;
  const Bio bio = reader(pem);
  while (auto* next = PEM_read_bio_X509(bio.get(), nullptr, &no_password, nullptr)) {
    found.emplace_back(next);
  }
  // The end of the text is no fault; a broken block after good ones is.
  const unsigned long code = ERR_peek_last_error();
  if (ERR_GET_LIB(code) == ERR_LIB_PEM && ERR_GET_REASON(code) == PEM_R_NO_START_LINE) {
    ERR_clear_error();
    return found;
  }
  return {};
}

Result<void> use_certificate(SSL_CTX* context, const TlsServerSettings& settings) {
  std::vector<Certificate> chain = certificates_of(settings.certificate);
  if (chain.empty()) {
    return bad("cert", "not a certificate in PEM: " + last_error(),
               "give the server's certificate, then its chain, as PEM");
  }
  const Bio bio = reader(settings.key);
  const Key key(PEM_read_bio_PrivateKey(bio.get(), nullptr, &no_password, nullptr));
  if (!key) {
    return bad("key", "not a private key in PEM without a password: " + last_error(),
               "give the key that belongs to cert, not encrypted");
  }
  if (SSL_CTX_use_certificate(context, chain.front().get()) != 1) {
    return bad("cert", last_error(), "use a certificate of at least 2048 bits RSA or 224 bits EC");
  }
  if (X509_check_private_key(chain.front().get(), key.get()) != 1) {
    ERR_clear_error();
    return bad("key", "does not belong to the certificate", "give the key that belongs to cert");
  }
  if (SSL_CTX_use_PrivateKey(context, key.get()) != 1) {
    return bad("key", last_error(), "give the key that belongs to cert");
  }
  for (std::size_t i = 1; i < chain.size(); ++i) {
    if (SSL_CTX_add1_chain_cert(context, chain[i].get()) != 1) {
      return bad("cert", "its chain: " + last_error(), "give the certificate, then its chain");
    }
  }
  return {};
}

// OpenSSL's own verdict is `ok`; the modes that do not verify overrule it, the allowed names add to
// it. The leaf comes last, at depth 0.
int judge_client(int ok, X509_STORE_CTX* store) {
  const auto* ssl = static_cast<const SSL*>(
      X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx()));
  SSL_CTX* context = SSL_get_SSL_CTX(ssl);
  const auto* owner = static_cast<const TlsContext*>(SSL_CTX_get_app_data(context));
  if (ok != 1 && !owner->accepts_any()) return 0;
  if (X509_STORE_CTX_get_error_depth(store) != 0 || owner->allowed_sans().empty()) return 1;
  if (bears_one_of(X509_STORE_CTX_get_current_cert(store), owner->allowed_sans())) return 1;
  X509_STORE_CTX_set_error(store, X509_V_ERR_HOSTNAME_MISMATCH);
  return 0;
}

Result<void> check_clients(SSL_CTX* context, const TlsServerSettings& settings) {
  if (settings.client_auth == ClientAuth::none) return {};
  int mode = SSL_VERIFY_PEER;
  if (settings.client_auth == ClientAuth::require_any ||
      settings.client_auth == ClientAuth::require_and_verify) {
    mode |= SSL_VERIFY_FAIL_IF_NO_PEER_CERT;
  }
  SSL_CTX_set_verify(context, mode, &judge_client);
  if (settings.client_ca.empty()) {
    SSL_CTX_set_default_verify_paths(context);
    return {};
  }
  const std::vector<Certificate> authorities = certificates_of(settings.client_ca);
  if (authorities.empty()) {
    return bad("client_ca", "not a certificate in PEM: " + last_error(),
               "give the certificates of the authorities that sign clients, as PEM");
  }
  for (const Certificate& authority : authorities) {
    X509_STORE_add_cert(SSL_CTX_get_cert_store(context), authority.get());
    SSL_CTX_add_client_CA(context, authority.get());
  }
  return {};
}

int number_of(TlsVersion version) {
  constexpr std::array kNumbers = {TLS1_VERSION, TLS1_1_VERSION, TLS1_2_VERSION, TLS1_3_VERSION};
  return kNumbers[static_cast<std::size_t>(version)];
}

Result<void> limit_versions(SSL_CTX* context, const TlsServerSettings& settings) {
  if (settings.min_version > settings.max_version) {
    return bad("min_version", "newer than max_version", "give a min_version up to max_version");
  }
  SSL_CTX_set_min_proto_version(context, number_of(settings.min_version));
  SSL_CTX_set_max_proto_version(context, number_of(settings.max_version));
  // The system's policy refuses the signatures of TLS 1.0 and 1.1; who asks for them means it.
  if (settings.min_version < TlsVersion::tls12) SSL_CTX_set_security_level(context, 0);
  return {};
}

Result<void> choose_ciphers(SSL_CTX* context, const TlsServerSettings& settings) {
  std::string ciphers;
  for (const std::string& name : settings.cipher_suites) {
    if (std::ranges::find(known_cipher_suites(), name) == known_cipher_suites().end()) {
      return bad("cipher_suites", "\"" + name + "\" is unknown or insecure",
                 "see docs/web-config.md");
    }
    const char* ours = OPENSSL_cipher_name(name.c_str());
    if (ours == nullptr || name.find("_WITH_") == std::string::npos) continue;  // of TLS 1.3
    ciphers += (ciphers.empty() ? "" : ":") + std::string(ours);
  }
  if (!ciphers.empty() && SSL_CTX_set_cipher_list(context, ciphers.c_str()) != 1) {
    return bad("cipher_suites", last_error(), "see docs/web-config.md");
  }
  std::string groups;
  for (const std::string& name : settings.curves) {
    if (std::ranges::find(known_curves(), name) == known_curves().end()) {
      return bad("curve_preferences", "\"" + name + "\" is unknown", "see docs/web-config.md");
    }
    if (!groups.empty()) groups += ':';
    groups += name == "X25519" ? name : "P-" + name.substr(6);  // CurveP256 → P-256
  }
  if (!groups.empty() && SSL_CTX_set1_groups_list(context, groups.c_str()) != 1) {
    return bad("curve_preferences", last_error(), "see docs/web-config.md");
  }
  return {};
}

}  // namespace

void TlsContext::Freed::operator()(ssl_ctx_st* context) const { SSL_CTX_free(context); }

TlsContext::TlsContext() = default;
TlsContext::~TlsContext() = default;

Result<std::shared_ptr<const TlsContext>> TlsContext::for_server(
    const TlsServerSettings& settings) {
  ERR_clear_error();
  const std::shared_ptr<TlsContext> made = std::unique_ptr<TlsContext>(new TlsContext());
  made->context_.reset(SSL_CTX_new(TLS_server_method()));
  SSL_CTX* context = made->context_.get();
  if (context == nullptr) return fail(ErrorKind::internal, last_error(), "TLS");
  made->allowed_sans_ = settings.client_allowed_sans;
  made->accepts_any_ = settings.client_auth == ClientAuth::request ||
                       settings.client_auth == ClientAuth::require_any;
  SSL_CTX_set_app_data(context, made.get());
  std::uint64_t options = SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_NO_TICKET;
  if (settings.prefer_server_ciphers) options |= SSL_OP_CIPHER_SERVER_PREFERENCE;
  SSL_CTX_set_options(context, options);
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_num_tickets(context, 0);
  // Idle connections keep no record buffers; a write may go on from where it could not.
  SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE |
                                SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
  SSL_CTX_set_default_passwd_cb(context, &no_password);
  for (const auto step : {&limit_versions, &choose_ciphers, &use_certificate, &check_clients}) {
    if (auto done = step(context, settings); !done) return std::unexpected(std::move(done.error()));
  }
  return made;
}

const std::vector<std::string_view>& known_cipher_suites() {
  static const std::vector<std::string_view> kNames = {
      "TLS_AES_128_GCM_SHA256",
      "TLS_AES_256_GCM_SHA384",
      "TLS_CHACHA20_POLY1305_SHA256",
      "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA",
      "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA",
      "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA",
      "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA",
      "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
      "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
      "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
      "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
      "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
      "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256",
  };
  return kNames;
}

const std::vector<std::string_view>& known_curves() {
  static const std::vector<std::string_view> kNames = {"CurveP256", "CurveP384", "CurveP521",
                                                       "X25519"};
  return kNames;
}

}  // namespace pge
