// SPDX-License-Identifier: Apache-2.0
#include "http/web_config/web_gate.h"

#include <algorithm>
#include <utility>

#include "http/auth/bcrypt.h"
#include "http/auth/credentials.h"

namespace pge {
namespace {

Response unauthorized() {
  Response response = text_response(401, "a user and a password are needed");
  response.headers.add("WWW-Authenticate", "Basic realm=\"pod-gpu-exporter\", charset=\"UTF-8\"");
  return response;
}

Response too_busy() {
  Response response = text_response(503, "too many passwords are being checked");
  response.headers.add("Retry-After", "1");
  return response;
}

// Two fields could be read as either by different programs on the way.
std::optional<Credentials> credentials_of(const Request& request) {
  const auto field = request.headers.find("Authorization");
  if (!field || request.headers.count("Authorization") != 1) return std::nullopt;
  return basic_credentials(*field);
}

}  // namespace

WebGate::WebGate(LoadedWebConfig first, std::shared_ptr<const Clock> clock)
    : WebGate(std::move(first), std::move(clock), &bcrypt_matches) {}

WebGate::WebGate(LoadedWebConfig first, std::shared_ptr<const Clock> clock,
                 PasswordChecker::Matches matches)
    : clock_(std::move(clock)),
      bucket_(first.config.rate_interval, first.config.rate_burst, clock_->steady()),
      checker_(std::move(matches)) {
  replace(std::move(first));
}

std::shared_ptr<const WebGate::Current> WebGate::current_of(LoadedWebConfig loaded) {
  int cost = 10;
  for (const auto& [user, hash] : loaded.config.users) cost = std::max(cost, bcrypt_cost(hash));
  return std::make_shared<const Current>(Current{std::move(loaded), bcrypt_dummy(cost)});
}

void WebGate::replace(LoadedWebConfig next) { current_.set(current_of(std::move(next))); }

std::shared_ptr<const TlsContext> WebGate::tls() const { return current_.get()->loaded.tls; }

std::optional<Gate::Verdict> WebGate::judge(const Request& request, bool probe) {
  if (probe) return Verdict{};
  if (!bucket_.take(clock_->steady())) {
    return Verdict{text_response(429, "more requests than the rate limit allows")};
  }
  const auto current = current_.get();
  const auto& users = current->loaded.config.users;
  if (users.empty()) return Verdict{};
  const auto given = credentials_of(request);
  if (!given) return Verdict{unauthorized()};
  const auto user = users.find(given->user);
  if (user != users.end() && checker_.remembers(given->user, user->second, given->password)) {
    return Verdict{};
  }
  return std::nullopt;
}

void WebGate::ask(Request request, Responder answer) {
  const auto current = current_.get();
  const auto& users = current->loaded.config.users;
  auto given = credentials_of(request);
  if (!given) return answer.send(unauthorized());
  const auto user = users.find(given->user);
  const bool known = user != users.end();
  checker_.check(std::move(given->user), known ? user->second : current->dummy,
                 std::move(given->password), known, [answer](PasswordChecker::Answer verdict) {
                   switch (verdict) {
                     case PasswordChecker::Answer::right:
                       return answer.send(text_response(200, ""));
                     case PasswordChecker::Answer::wrong:
                       return answer.send(unauthorized());
                     case PasswordChecker::Answer::busy:
                       return answer.send(too_busy());
                   }
                 });
}

void WebGate::dress(Response& response) const {
  for (const Header& header : current_.get()->loaded.config.headers) {
    response.headers.set(header.name, header.value);
  }
}

}  // namespace pge
