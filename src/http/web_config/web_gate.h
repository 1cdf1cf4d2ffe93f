// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "base/clock.h"
#include "base/published.h"
#include "http/auth/password_checker.h"
#include "http/auth/token_bucket.h"
#include "http/gate.h"
#include "http/web_config/web_config.h"

namespace pge {

// Lets in whom a web configuration lets in: rate limit, then user and password. Probes pass both.
// The configuration may be replaced at any time, from any thread; the rate limit alone stays as it
// was at the start.
class WebGate final : public Gate {
 public:
  WebGate(LoadedWebConfig first, std::shared_ptr<const Clock> clock);
  WebGate(LoadedWebConfig first, std::shared_ptr<const Clock> clock,
          PasswordChecker::Matches matches);  // for tests

  void replace(LoadedWebConfig next);

  std::shared_ptr<const TlsContext> tls() const override;
  std::optional<Verdict> judge(const Request& request, bool probe) override;
  void ask(Request request, Responder answer) override;
  void dress(Response& response) const override;

 private:
  struct Current {
    LoadedWebConfig loaded;
    std::string dummy;  // compared with for unknown users; costs what the dearest user costs
  };
  static std::shared_ptr<const Current> current_of(LoadedWebConfig loaded);

  Published<Current> current_;
  const std::shared_ptr<const Clock> clock_;
  TokenBucket bucket_;  // the loop's thread only
  PasswordChecker checker_;
};

}  // namespace pge
