// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "testing/certificates.h"

namespace pge::testing {

// A blocking TLS client over a connected socket that the caller owns. It verifies nothing.
class TlsClient {
 public:
  struct Options {
    Pem own;              // empty: no certificate
    int max_version = 0;  // as OpenSSL writes them; 0: any
    std::string ciphers;  // OpenSSL's names, for TLS 1.2 and below
    std::string groups;   // OpenSSL's names
  };

  explicit TlsClient(int fd) : TlsClient(fd, Options()) {}
  TlsClient(int fd, const Options& options);
  ~TlsClient();

  bool connect();  // the handshake, as the client sees it; TLS 1.3 may refuse it afterwards
  bool send(std::string_view bytes);
  std::string receive();  // what comes next; empty at the end and for errors
  std::string receive_all();
  void close_notify();
  // Asks for a second handshake (TLS 1.2); false if it is refused.
  bool renegotiate();
  std::string version() const;
  std::string peer_name() const;  // common name of the server's certificate

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace pge::testing
