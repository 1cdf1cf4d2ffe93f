// SPDX-License-Identifier: Apache-2.0
#pragma once

// Internal: for translation units that speak OpenSSL.
#include <openssl/x509.h>

#include <span>
#include <string>
#include <vector>

namespace pge {

// The subject alternative names of a certificate: DNS names, e-mail addresses, IP addresses (as
// inet_ntop writes them) and URIs. Names with a NUL inside are left out: they would read
// differently elsewhere.
std::vector<std::string> subject_alt_names(X509* certificate);

bool bears_one_of(X509* certificate, std::span<const std::string> allowed);

}  // namespace pge
