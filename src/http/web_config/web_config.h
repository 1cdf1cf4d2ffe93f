// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <expected>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "http/message.h"
#include "net/tls/tls_context.h"

namespace pge {

// What --web.config.file says, in the grammar that Prometheus' exporters share
// (docs/web-config.md lists every key).
struct WebConfig {
  bool tls = false;  // false: plain HTTP
  TlsServerSettings tls_settings;
  std::map<std::string, std::string, std::less<>> users;  // name → bcrypt hash; empty: no log-in
  Headers headers;                                        // added to every response
  Duration rate_interval{};  // one request may come per interval; 0: no limit
  std::uint32_t rate_burst = 0;

  bool operator==(const WebConfig&) const = default;
};

// One thing wrong with the file or with one that it names. `where` is the file, its line and the
// key. Never holds a key, a hash or what a file contains.
struct WebConfigError {
  std::string where;
  std::string text;
  std::string remedy;

  std::string message() const;  // "where: text; remedy"
  bool operator==(const WebConfigError&) const = default;
};
using WebConfigErrors = std::vector<WebConfigError>;

// The configuration and, if it wants TLS, what handshakes need.
struct LoadedWebConfig {
  WebConfig config;
  std::shared_ptr<const TlsContext> tls;
};

// Reads PEM files that a configuration names.
using ReadFile = std::function<Result<std::string>(const std::filesystem::path& path)>;

// Every error at once. `name` is the file as shown in errors; names of files in it are relative to
// its directory. Reads nothing by itself.
std::expected<LoadedWebConfig, WebConfigErrors> parse_web_config(std::string_view text,
                                                                 const std::filesystem::path& name,
                                                                 const ReadFile& read);

// The same from the file system: regular files of at most 1 MiB.
std::expected<LoadedWebConfig, WebConfigErrors> load_web_config(const std::filesystem::path& path);

}  // namespace pge
