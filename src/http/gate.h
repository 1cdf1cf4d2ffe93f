// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "http/message.h"
#include "http/responder.h"
#include "net/tls/tls_context.h"

namespace pge {

// Decides before any route is looked at whether a request is let in. Called on the loop; must not
// block.
class Gate {
 public:
  virtual ~Gate() = default;

  // TLS for a connection that begins now; null: plain.
  virtual std::shared_ptr<const TlsContext> tls() const = 0;

  struct Verdict {
    std::optional<Response> refusal;  // none: let in
  };
  // `probe`: the path tells a supervisor whether we live; such requests carry no credentials.
  // Nothing if it takes time to tell; then ask() is called next.
  virtual std::optional<Verdict> judge(const Request& request, bool probe) = 0;
  // Answers later: any status but 200 is the refusal.
  virtual void ask(Request request, Responder answer) = 0;
  // Adds the headers that every response bears.
  virtual void dress(Response& response) const = 0;
};

}  // namespace pge
