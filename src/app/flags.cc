// SPDX-License-Identifier: Apache-2.0
#include "app/flags.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <climits>
#include <optional>

#include "app/flags/given.h"
#include "app/flags/values.h"
#include "app/sources.h"
#include "base/host_fs.h"
#include "base/strings.h"
#include "http/web_config/web_config.h"
#include "kube/unix_socket.h"

namespace pge {
namespace {

using flags::Given;
using flags::Kind;
using flags::Layer;

class Builder {
 public:
  explicit Builder(const ConfigInputs& inputs) : inputs_(inputs) {}

  std::expected<Startup, std::vector<ConfigError>> build() {
    flags::CommandLine line = flags::read_command_line(inputs_.arguments);
    startup_.command = line.command;
    startup_.shell = line.shell;
    if (line.command == Command::completion && !line.layer.errors.empty())
      return std::unexpected(std::move(line.layer.errors));
    if (line.command != Command::serve) return std::move(startup_);
    add(std::move(line.layer));
    add(flags::read_environment(inputs_.environment));
    apply_file();
    for (const Given& given : given_) {
      if (given.flag->name != "config.file") apply(given);
    }
    place_defaults();
    name_node();
    check_whole();
    if (!errors_.empty()) return std::unexpected(std::move(errors_));
    return std::move(startup_);
  }

 private:
  Config& config() { return startup_.config; }

  const Given* given(std::string_view name) const {
    const auto it =
        std::ranges::find_if(given_, [name](const Given& g) { return g.flag->name == name; });
    return it == given_.end() ? nullptr : &*it;
  }

  // Layers come strongest first: what is there already stays.
  void add(Layer layer) {
    std::ranges::move(layer.errors, std::back_inserter(errors_));
    std::ranges::move(layer.warnings, std::back_inserter(startup_.warnings));
    for (Given& g : layer.given) {
      if (given(g.flag->name) == nullptr) given_.push_back(std::move(g));
    }
  }

  void apply_file() {
    const Given* file = given("config.file");
    if (file == nullptr || !apply(*file)) return;
    add(flags::read_config_file(config().config_file, std::string(file->where)));
  }

  bool apply(const Given& g) {
    std::vector<std::string> values = g.values;
    if (g.flag->kind == Kind::list) {
      values.clear();
      for (const std::string& value : g.values) {
        for (const std::string_view item : split(value, ',')) values.emplace_back(trim(item));
      }
    }
    const Result<void> done = g.flag->set(config(), values);
    if (!done) report(g, done.error());
    return done.has_value();
  }

  void report(const Given& g, const Error& error) {
    std::string joined;
    for (const std::string& value : g.values) joined += (joined.empty() ? "" : ",") + value;
    errors_.push_back({g.where + "=" + flags::shown(joined), error.text, error.remedy});
  }

  // Default paths lie below --host.root; those that follow --kubelet.root-dir go where it goes.
  void place_defaults() {
    if (given("kubelet.root-dir") == nullptr) config().kubelet_root_dir.root = config().host_root;
    if (given("kubelet.checkpoint") == nullptr)
      config().kubelet_checkpoint.root = config().host_root;
    if (given("gpu-manager.checkpoint") == nullptr)
      config().gpu_manager_checkpoint.root = config().host_root;
    if (given("kubelet.socket") == nullptr) {
      config().kubelet_socket.root = config().kubelet_root_dir.root;
      config().kubelet_socket.path = config().kubelet_root_dir.path / "pod-resources/kubelet.sock";
    }
  }

  std::optional<std::string_view> variable(std::string_view name) const {
    for (const std::string_view entry : inputs_.environment) {
      if (entry.starts_with(name) && entry.substr(name.size()).starts_with('=')) {
        return entry.substr(name.size() + 1);
      }
    }
    return std::nullopt;
  }

  void name_node() {
    if (given("node-name") != nullptr) return;
    if (const auto name = variable("NODE_NAME"); name && !name->empty()) {
      const auto parsed = flags::parse_node_name(*name);
      if (parsed) config().node_name = *parsed;
      if (!parsed) {
        errors_.push_back(
            {"NODE_NAME=" + flags::shown(*name), parsed.error().text, parsed.error().remedy});
      }
      return;
    }
    const auto file = HostFs(config().host_root).read("/etc/hostname", 4096);
    for (const std::string_view candidate : {file ? std::string_view(*file) : std::string_view(),
                                             std::string_view(inputs_.host_name)}) {
      if (const auto parsed = flags::parse_node_name(trim(candidate))) {
        config().node_name = *parsed;
        return;
      }
    }
    errors_.push_back({"--node-name", "not set and this machine has no name", "set it"});
  }

  // As given, or as the default stands in --help.
  std::string setting(std::string_view name) const {
    const Given* g = given(name);
    if (g != nullptr) return g->where + "=" + flags::shown(g->values.back());
    return "--" + std::string(name) + " (" + std::string(flags::find(name)->default_text) + ")";
  }

  void check_whole() {
    if (config().staleness_limit < config().refresh_interval) {
      errors_.push_back({setting("staleness.limit"),
                         "shorter than " + setting("refresh.interval") +
                             ": facts would expire before they are read again",
                         "give at least twice the interval"});
    }
    std::error_code ignored;
    if (!std::filesystem::is_directory(config().host_root, ignored)) {
      errors_.push_back({setting("host.root"), "not a directory",
                         "name the directory where the node's file system is mounted"});
    }
    const std::string socket = real_path(config().kubelet_socket).string();
    if (!config().demo && config().source_podresources && socket.size() > kLongestSocketPath) {
      errors_.push_back({setting("kubelet.socket"),
                         "the path has " + std::to_string(socket.size()) +
                             " bytes; the system allows a socket's path at most " +
                             std::to_string(kLongestSocketPath),
                         "mount or link the directory at a shorter path"});
    }
    const auto& addresses = config().web_listen_addresses;
    for (auto it = addresses.begin(); it != addresses.end(); ++it) {
      if (it->port != 0 && std::find(std::next(it), addresses.end(), *it) != addresses.end()) {
        errors_.push_back(
            {setting("web.listen-address"), "names one address twice", "name each address once"});
        break;
      }
    }
    check_web_config();
    const bool by_files = config().source_checkpoint && config().source_podnames;
    if (!config().demo && !config().source_podresources && !by_files) {
      startup_.warnings.emplace_back(
          "podresources is switched off, and so is checkpoint or podnames: no pod will be shown "
          "and "
          "/-/ready stays 503");
    }
  }

  // Read again when serving begins; here all that is wrong comes to light with the rest.
  void check_web_config() {
    const std::filesystem::path& file = config().web_config_file;
    if (file.empty()) return;
    const auto loaded = load_web_config(file);
    if (loaded) return;
    for (const WebConfigError& error : loaded.error()) {
      const bool of_itself = error.where == printable(file.string());
      errors_.push_back(
          {of_itself ? setting("web.config.file") : error.where, error.text, error.remedy});
    }
  }

  const ConfigInputs& inputs_;
  Startup startup_;
  std::vector<Given> given_;
  std::vector<ConfigError> errors_;
};

}  // namespace

ConfigInputs inputs_of_process(int argc, const char* const* argv) {
  ConfigInputs inputs;
  for (int i = 1; i < argc; ++i) inputs.arguments.emplace_back(argv[i]);
  for (const char* const* entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    inputs.environment.emplace_back(*entry);
  }
  std::array<char, HOST_NAME_MAX + 1> name{};
  if (::gethostname(name.data(), name.size() - 1) == 0) inputs.host_name = name.data();
  return inputs;
}

std::string ConfigError::message() const {
  return where + ": " + text + (remedy.empty() ? "" : "; " + remedy);
}

std::expected<Startup, std::vector<ConfigError>> configure(const ConfigInputs& inputs) {
  return Builder(inputs).build();
}

std::string errors_text(const std::vector<ConfigError>& errors) {
  std::string text = "pod-gpu-exporter: ";
  text += errors.size() == 1 ? "1 error" : std::to_string(errors.size()) + " errors";
  text += " in the configuration:\n";
  for (const ConfigError& error : errors) text += "  " + error.message() + "\n";
  return text + "Run pod-gpu-exporter --help for every setting.\n";
}

}  // namespace pge
