// SPDX-License-Identifier: Apache-2.0
#include "net/tls/client_sans.h"

#include <arpa/inet.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <array>
#include <memory>

namespace pge {
namespace {

std::string text_of(const ASN1_STRING* value) {
  return {reinterpret_cast<const char*>(ASN1_STRING_get0_data(value)),
          static_cast<std::size_t>(ASN1_STRING_length(value))};
}

std::string address_of(const ASN1_OCTET_STRING* value) {
  const int length = ASN1_STRING_length(value);
  if (length != 4 && length != 16) return {};
  std::array<char, INET6_ADDRSTRLEN> text{};
  inet_ntop(length == 4 ? AF_INET : AF_INET6, ASN1_STRING_get0_data(value), text.data(),
            text.size());
  return text.data();
}

std::string name_of(const GENERAL_NAME* name) {
  switch (name->type) {
    case GEN_DNS:
      return text_of(name->d.dNSName);
    case GEN_EMAIL:
      return text_of(name->d.rfc822Name);
    case GEN_URI:
      return text_of(name->d.uniformResourceIdentifier);
    case GEN_IPADD:
      return address_of(name->d.iPAddress);
    default:
      return {};
  }
}

}  // namespace

std::vector<std::string> subject_alt_names(X509* certificate) {
  std::vector<std::string> names;
  const std::unique_ptr<GENERAL_NAMES, decltype(&GENERAL_NAMES_free)> list(
      static_cast<GENERAL_NAMES*>(
          X509_get_ext_d2i(certificate, NID_subject_alt_name, nullptr, nullptr)),
      &GENERAL_NAMES_free);
  const int count = list ? sk_GENERAL_NAME_num(list.get()) : 0;
  names.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    std::string name = name_of(sk_GENERAL_NAME_value(list.get(), i));
    if (!name.empty() && name.find('\0') == std::string::npos) names.push_back(std::move(name));
  }
  return names;
}

bool bears_one_of(X509* certificate, std::span<const std::string> allowed) {
  const std::vector<std::string> names = subject_alt_names(certificate);
  return std::ranges::any_of(names, [&](const std::string& name) {
    return std::ranges::find(allowed, name) != allowed.end();
  });
}

}  // namespace pge
