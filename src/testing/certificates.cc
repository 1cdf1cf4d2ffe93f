// SPDX-License-Identifier: Apache-2.0
#include "testing/certificates.h"

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <atomic>
#include <cstdlib>

namespace pge::testing {
namespace {

struct Freed {
  void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
  void operator()(X509* certificate) const { X509_free(certificate); }
  void operator()(BIO* bio) const { BIO_free(bio); }
};
using Key = std::unique_ptr<EVP_PKEY, Freed>;
using Certificate = std::unique_ptr<X509, Freed>;

void must(bool done) {
  if (!done) std::abort();
}

std::string text_of(BIO* bio) {
  char* bytes = nullptr;
  const long size = BIO_get_mem_data(bio, &bytes);
  return {bytes, static_cast<std::size_t>(size)};
}

std::string pem_of(X509* certificate) {
  const std::unique_ptr<BIO, Freed> bio(BIO_new(BIO_s_mem()));
  must(PEM_write_bio_X509(bio.get(), certificate) == 1);
  return text_of(bio.get());
}

std::string pem_of(EVP_PKEY* key) {
  const std::unique_ptr<BIO, Freed> bio(BIO_new(BIO_s_mem()));
  must(PEM_write_bio_PrivateKey(bio.get(), key, nullptr, nullptr, 0, nullptr, nullptr) == 1);
  return text_of(bio.get());
}

Certificate unsigned_certificate(const std::string& name, EVP_PKEY* key) {
  static std::atomic_long serial = 1;
  Certificate made(X509_new());
  X509_set_version(made.get(), X509_VERSION_3);
  ASN1_INTEGER_set(X509_get_serialNumber(made.get()), serial++);
  X509_gmtime_adj(X509_getm_notBefore(made.get()), -60);
  X509_gmtime_adj(X509_getm_notAfter(made.get()), 3600);
  X509_set_pubkey(made.get(), key);
  X509_NAME_add_entry_by_txt(X509_get_subject_name(made.get()), "CN", MBSTRING_UTF8,
                             reinterpret_cast<const unsigned char*>(name.c_str()), -1, -1, 0);
  return made;
}

void extend(X509* certificate, int id, const std::string& value) {
  X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, nullptr, id, value.c_str());
  must(extension != nullptr && X509_add_ext(certificate, extension, -1) == 1);
  X509_EXTENSION_free(extension);
}

}  // namespace

struct Authority::Impl {
  Key key{EVP_EC_gen("P-256")};
  Certificate certificate;
  std::string pem;
};

Authority::Authority(const std::string& name) : impl_(std::make_unique<Impl>()) {
  impl_->certificate = unsigned_certificate(name, impl_->key.get());
  X509* own = impl_->certificate.get();
  X509_set_issuer_name(own, X509_get_subject_name(own));
  extend(own, NID_basic_constraints, "critical,CA:TRUE");
  must(X509_sign(own, impl_->key.get(), EVP_sha256()) > 0);
  impl_->pem = pem_of(own);
}

Authority::~Authority() = default;

const std::string& Authority::certificate() const { return impl_->pem; }

Pem Authority::issue(const std::string& name, const std::vector<std::string>& sans) const {
  const Key key(EVP_EC_gen("P-256"));
  const Certificate made = unsigned_certificate(name, key.get());
  X509_set_issuer_name(made.get(), X509_get_subject_name(impl_->certificate.get()));
  std::string joined;
  for (const std::string& san : sans) joined += (joined.empty() ? "" : ",") + san;
  if (!joined.empty()) extend(made.get(), NID_subject_alt_name, joined);
  must(X509_sign(made.get(), impl_->key.get(), EVP_sha256()) > 0);
  return {.certificate = pem_of(made.get()), .key = pem_of(key.get())};
}

}  // namespace pge::testing
