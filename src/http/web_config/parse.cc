// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>

#include "base/host_fs.h"
#include "base/strings.h"
#include "http/auth/bcrypt.h"
#include "http/web_config/durations.h"
#include "http/web_config/web_config.h"
#include "http/web_config/yaml_section.h"

namespace pge {
namespace {

constexpr std::size_t kMostBytes = 1U << 20;

template <class Value>
struct Word {
  std::string_view word;
  Value value;
};
constexpr std::array<Word<TlsVersion>, 4> kVersions = {{{"TLS10", TlsVersion::tls10},
                                                        {"TLS11", TlsVersion::tls11},
                                                        {"TLS12", TlsVersion::tls12},
                                                        {"TLS13", TlsVersion::tls13}}};
constexpr std::array<Word<ClientAuth>, 6> kClientAuth = {
    {{"NoClientCert", ClientAuth::none},
     {"RequestClientCert", ClientAuth::request},
     {"RequireAnyClientCert", ClientAuth::require_any},
     {"RequireClientCert", ClientAuth::require_any},
     {"VerifyClientCertIfGiven", ClientAuth::verify_if_given},
     {"RequireAndVerifyClientCert", ClientAuth::require_and_verify}}};

template <class Value, std::size_t N>
Value one_of(YamlSection& section, std::string_view key, const std::array<Word<Value>, N>& words,
             Value otherwise) {
  const auto text = section.text(key);
  if (!text || text->empty()) return otherwise;
  const auto found = std::ranges::find(words, *text, &Word<Value>::word);
  if (found != words.end()) return found->value;
  std::string all;
  for (const auto& word : words) all += (all.empty() ? "" : ", ") + std::string(word.word);
  section.fault(key, "not a value of this setting", "choose one of " + all);
  return otherwise;
}

class Parser {
 public:
  Parser(const std::filesystem::path& name, const ReadFile& read)
      : errors_(printable(name.string())), directory_(name.parent_path()), read_(read) {}

  std::expected<LoadedWebConfig, WebConfigErrors> parse(std::string_view text) {
    try {
      const std::vector<YAML::Node> documents = YAML::LoadAll(std::string(text));
      if (documents.size() > 1) errors_.add(documents[1], "", "a second document", "keep one");
      YamlSection root(documents.empty() ? YAML::Node() : documents.front(), "", errors_);
      YamlSection tls = root.section("tls_server_config");
      read_tls(tls);
      read_http(root.section("http_server_config"));
      read_users(root.section("basic_auth_users"));
      read_rate(root.section("rate_limit"));
      root.finish();
      // Only what is whole: half a configuration would add errors that are none.
      if (errors_.empty() && config_.tls) make_context(tls);
    } catch (const YAML::Exception& error) {
      const int line = error.mark.is_null() ? 0 : error.mark.line + 1;
      errors_.add(line == 0 ? "" : "line " + std::to_string(line),
                  "not YAML: " + printable(error.msg.substr(0, 200)), "mend the file");
    }
    if (!errors_.empty()) return std::unexpected(errors_.take());
    return LoadedWebConfig{std::move(config_), std::move(context_)};
  }

 private:
  // The text of `key`, or the contents of the file that `key`_file names. Sets `given` if either
  // stands there.
  std::string pem(YamlSection& section, const std::string& key, bool& given) {
    const std::string file_key = key + "_file";
    const auto inline_text = section.text(key);
    const auto file = section.text(file_key);
    const bool has_text = inline_text && !inline_text->empty();
    const bool has_file = file && !file->empty();
    given = has_text || has_file;
    if (has_text && has_file) {
      section.fault(file_key, "stands beside " + key, "give one of the two");
    }
    if (has_text) return *inline_text;
    if (!has_file) return {};
    auto contents = read_(directory_ / *file);
    if (contents && !contents->empty()) return std::move(*contents);
    section.fault(file_key,
                  "cannot read " + printable((directory_ / *file).string().substr(0, 300)) + ": " +
                      (contents ? "it is empty" : contents.error().text),
                  "name a readable PEM file of at most 1 MiB, relative to the configuration's "
                  "directory or absolute");
    return {};
  }

  void read_tls(YamlSection& section) {
    TlsServerSettings& tls = config_.tls_settings;
    bool has_cert = false;
    bool has_key = false;
    bool has_ca = false;
    tls.certificate = pem(section, "cert", has_cert);
    tls.key = pem(section, "key", has_key);
    tls.client_ca = pem(section, "client_ca", has_ca);
    const bool has_auth = section.node("client_auth_type").has_value();
    tls.client_auth = one_of(section, "client_auth_type", kClientAuth, ClientAuth::none);
    tls.client_allowed_sans = section.list("client_allowed_sans");
    tls.min_version = one_of(section, "min_version", kVersions, TlsVersion::tls12);
    tls.max_version = one_of(section, "max_version", kVersions, TlsVersion::tls13);
    tls.cipher_suites = section.list("cipher_suites");
    tls.prefer_server_ciphers = section.boolean("prefer_server_cipher_suites").value_or(true);
    tls.curves = section.list("curve_preferences");
    section.finish();
    check_names(section, "cipher_suites", tls.cipher_suites, known_cipher_suites());
    check_names(section, "curve_preferences", tls.curves, known_curves());
    if (tls.min_version > tls.max_version) {
      section.fault("min_version", "newer than max_version",
                    "give a min_version up to max_version");
    }
    config_.tls = has_cert || has_key || has_ca || has_auth;
    if (!config_.tls) return;
    if (!has_cert) section.fault("cert_file", "missing", "give cert_file (or cert)");
    if (!has_key) section.fault("key_file", "missing", "give key_file (or key)");
    const bool no_clients = tls.client_auth == ClientAuth::none;
    if (has_ca && no_clients) {
      section.fault("client_ca_file", "without effect, as no client is asked for a certificate",
                    "set client_auth_type to RequireAndVerifyClientCert");
    }
    if (!tls.client_allowed_sans.empty() && no_clients) {
      section.fault("client_allowed_sans",
                    "without effect, as no client is asked for a certificate",
                    "set client_auth_type to RequireAndVerifyClientCert");
    }
  }

  static void check_names(YamlSection& section, std::string_view key,
                          const std::vector<std::string>& names,
                          const std::vector<std::string_view>& known) {
    for (const std::string& name : names) {
      if (std::ranges::find(known, name) != known.end()) continue;
      std::string all;
      for (const std::string_view one : known) all += (all.empty() ? "" : ", ") + std::string(one);
      section.fault(key, "\"" + printable(name.substr(0, 60)) + "\" is unknown or insecure",
                    "choose from " + all);
    }
  }

  void make_context(YamlSection& section) {
    auto made = TlsContext::for_server(config_.tls_settings);
    if (made) {
      context_ = std::move(*made);
      return;
    }
    const Error& error = made.error();
    const std::string file_key = error.context + "_file";
    const bool from_file = section.node(file_key).has_value();
    section.fault(from_file ? file_key : error.context, error.text, error.remedy);
  }

  void read_http(YamlSection section) {
    section.boolean("http2");  // HTTP/1.1 is all that is spoken
    YamlSection headers = section.section("headers");
    section.finish();
    for (const char* name : {"Content-Security-Policy", "X-Frame-Options", "X-Content-Type-Options",
                             "X-XSS-Protection", "Strict-Transport-Security"}) {
      const auto value = headers.text(name);
      if (!value || value->empty()) continue;
      const std::string lower = to_lower(*value);
      if (std::string_view(name) == "X-Frame-Options" && lower != "deny" && lower != "sameorigin") {
        headers.fault(name, "neither deny nor sameorigin", "write deny or sameorigin");
      } else if (std::string_view(name) == "X-Content-Type-Options" && lower != "nosniff") {
        headers.fault(name, "not nosniff", "write nosniff");
      } else if (std::ranges::any_of(*value,
                                     [](char c) { return static_cast<unsigned char>(c) < 0x20; })) {
        headers.fault(name, "a control character", "write it in one line");
      }
      config_.headers.add(name, *value);
    }
    headers.finish();
  }

  void read_users(const YamlSection& section) {
    for (const auto& [name, hash] : section.entries()) {
      const std::string& user = name.Scalar();
      const std::string key = "basic_auth_users." + user;
      if (user.empty() || user.find(':') != std::string::npos) {
        errors_.add(name, key, "a name that no client can send", "use a name without a colon");
      }
      const auto fault = hash.IsScalar() ? bcrypt_fault(hash.Scalar()) : "not a bcrypt hash";
      if (fault) {
        errors_.add(name, key, *fault, "make one with htpasswd -nBC 10 " + printable(user));
        continue;
      }
      config_.users.emplace(user, hash.Scalar());
    }
  }

  void read_rate(YamlSection section) {
    const auto interval = section.text("interval");
    const auto burst = section.text("burst");
    section.finish();
    const auto parsed = parse_go_duration(interval.value_or("0"));
    if (!parsed) {
      section.fault("interval", "not a duration", "write it as 1s, 250ms or 1m30s; 0 is no limit");
      return;
    }
    const auto count = parse_unsigned<std::uint32_t>(burst.value_or("1"));
    if (!count) return section.fault("burst", "not a whole number", "give the requests at once");
    if (*count == 0 && *parsed > Duration::zero()) {
      return section.fault("burst", "0 lets no request through", "give at least 1");
    }
    config_.rate_interval = *parsed;
    config_.rate_burst = *count;
  }

  YamlErrors errors_;
  std::filesystem::path directory_;
  const ReadFile& read_;
  WebConfig config_;
  std::shared_ptr<const TlsContext> context_;
};

}  // namespace

std::expected<LoadedWebConfig, WebConfigErrors> parse_web_config(std::string_view text,
                                                                 const std::filesystem::path& name,
                                                                 const ReadFile& read) {
  return Parser(name, read).parse(text);
}

std::expected<LoadedWebConfig, WebConfigErrors> load_web_config(const std::filesystem::path& path) {
  const HostFs files;
  const auto text = files.read(path, kMostBytes);
  if (!text) {
    return std::unexpected(
        WebConfigErrors{{printable(path.string()), "cannot be read: " + text.error().text,
                         "name a readable YAML file of at most 1 MiB"}});
  }
  return parse_web_config(*text, path, [&files](const std::filesystem::path& file) {
    return files.read(std::filesystem::absolute(file), kMostBytes);
  });
}

}  // namespace pge
