// SPDX-License-Identifier: Apache-2.0
#include "testing/tls_client.h"

#include <openssl/pem.h>
#include <openssl/ssl.h>

#include <array>
#include <cstdlib>

namespace pge::testing {
namespace {

struct Freed {
  void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
  void operator()(SSL* ssl) const { SSL_free(ssl); }
  void operator()(BIO* bio) const { BIO_free(bio); }
  void operator()(X509* certificate) const { X509_free(certificate); }
  void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
};

void use(SSL_CTX* context, const Pem& own) {
  const std::unique_ptr<BIO, Freed> first(
      BIO_new_mem_buf(own.certificate.data(), static_cast<int>(own.certificate.size())));
  const std::unique_ptr<X509, Freed> certificate(
      PEM_read_bio_X509(first.get(), nullptr, nullptr, nullptr));
  const std::unique_ptr<BIO, Freed> second(
      BIO_new_mem_buf(own.key.data(), static_cast<int>(own.key.size())));
  const std::unique_ptr<EVP_PKEY, Freed> key(
      PEM_read_bio_PrivateKey(second.get(), nullptr, nullptr, nullptr));
  if (SSL_CTX_use_certificate(context, certificate.get()) != 1 ||
      SSL_CTX_use_PrivateKey(context, key.get()) != 1) {
    std::abort();
  }
}

}  // namespace

struct TlsClient::Impl {
  std::unique_ptr<SSL_CTX, Freed> context{SSL_CTX_new(TLS_client_method())};
  std::unique_ptr<SSL, Freed> ssl;
};

TlsClient::TlsClient(int fd, const Options& options) : impl_(std::make_unique<Impl>()) {
  SSL_CTX* context = impl_->context.get();
  SSL_CTX_set_security_level(context, 0);
  SSL_CTX_set_min_proto_version(context, TLS1_VERSION);
  if (options.max_version != 0) SSL_CTX_set_max_proto_version(context, options.max_version);
  if (!options.ciphers.empty()) SSL_CTX_set_cipher_list(context, options.ciphers.c_str());
  if (!options.groups.empty()) SSL_CTX_set1_groups_list(context, options.groups.c_str());
  if (!options.own.certificate.empty()) use(context, options.own);
  impl_->ssl.reset(SSL_new(context));
  SSL_set_fd(impl_->ssl.get(), fd);
}

TlsClient::~TlsClient() = default;

bool TlsClient::connect() { return SSL_connect(impl_->ssl.get()) == 1; }

bool TlsClient::send(std::string_view bytes) {
  std::size_t sent = 0;
  return SSL_write_ex(impl_->ssl.get(), bytes.data(), bytes.size(), &sent) == 1;
}

std::string TlsClient::receive() {
  std::array<char, 16384> bytes{};
  std::size_t got = 0;
  if (SSL_read_ex(impl_->ssl.get(), bytes.data(), bytes.size(), &got) != 1) return {};
  return {bytes.data(), got};
}

std::string TlsClient::receive_all() {
  std::string all;
  for (std::string next = receive(); !next.empty(); next = receive()) all += next;
  return all;
}

void TlsClient::close_notify() { SSL_shutdown(impl_->ssl.get()); }

bool TlsClient::renegotiate() {
  return SSL_renegotiate(impl_->ssl.get()) == 1 && SSL_do_handshake(impl_->ssl.get()) == 1;
}

std::string TlsClient::version() const { return SSL_get_version(impl_->ssl.get()); }

std::string TlsClient::peer_name() const {
  const std::unique_ptr<X509, Freed> peer(SSL_get1_peer_certificate(impl_->ssl.get()));
  std::array<char, 256> name{};
  if (peer) {
    X509_NAME_get_text_by_NID(X509_get_subject_name(peer.get()), NID_commonName, name.data(),
                              static_cast<int>(name.size()));
  }
  return name.data();
}

}  // namespace pge::testing
