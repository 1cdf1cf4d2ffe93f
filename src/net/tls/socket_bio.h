// SPDX-License-Identifier: Apache-2.0
#pragma once

// Internal: for translation units that speak OpenSSL.
#include <openssl/bio.h>

#include <memory>

namespace pge {

struct BioMethodFreed {
  void operator()(BIO_METHOD* method) const { BIO_meth_free(method); }
};
using BioMethod = std::unique_ptr<BIO_METHOD, BioMethodFreed>;

// How OpenSSL reads and writes a non-blocking socket of ours. Its own socket BIO raises SIGPIPE
// where the peer has gone; this one gets an error instead. The BIO does not own the descriptor.
BioMethod make_socket_method();
BIO* make_socket_bio(const BIO_METHOD* method, int fd);  // null without memory

}  // namespace pge
