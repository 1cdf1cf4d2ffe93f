// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace pge::testing {

struct Pem {
  std::string certificate;
  std::string key;
};

// Certificates made while a test runs, with EC keys (P-256), valid for an hour.
class Authority {
 public:
  explicit Authority(const std::string& name);
  ~Authority();

  const std::string& certificate() const;  // PEM
  // `sans` as OpenSSL's configuration writes them: "DNS:node", "IP:127.0.0.1", "URI:spiffe://x".
  // Client and server use alike.
  Pem issue(const std::string& name, const std::vector<std::string>& sans = {}) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace pge::testing
