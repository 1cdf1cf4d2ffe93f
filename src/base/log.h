// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"

namespace pge {

enum class LogLevel { debug, info, warn, error };
enum class LogFormat { logfmt, json };

Result<LogLevel> parse_log_level(std::string_view text);
Result<LogFormat> parse_log_format(std::string_view text);

struct LogField {
  std::string_view key;
  std::string value;
};
using LogFields = std::initializer_list<LogField>;

// One line per event on stderr, in the style of Prometheus 3: time=… level=INFO msg="…" key=value;
// in JSON one object with the same keys, all values texts. Times are UTC. Control characters, marks
// that turn text around and invalid UTF-8 of other people's bytes are escaped; a message or value
// is cut after 8 KiB. Safe from any thread; never throws, never fails: a line that cannot be
// written is lost.
class Logger {
 public:
  // A sink for tests, called with one line at a time, without its line end; null writes to stderr.
  using Sink = void (*)(void* context, std::string_view line);

  explicit Logger(LogLevel level = LogLevel::info, LogFormat format = LogFormat::logfmt);
  // `clock` null: the system's.
  Logger(LogLevel level, LogFormat format, Sink sink, void* context,
         std::shared_ptr<const Clock> clock = nullptr);
  ~Logger();
  Logger(const Logger&) = delete;
  Logger& operator=(const Logger&) = delete;

  void debug(std::string_view message, LogFields fields = {});
  void info(std::string_view message, LogFields fields = {});
  void warn(std::string_view message, LogFields fields = {});
  void error(std::string_view message, LogFields fields = {});

  // A warning at most once a minute for each `cause`; what was swallowed since is added as
  // `suppressed=N`. At most 1024 causes are told apart; newcomers beyond share one minute.
  void warn_limited(std::string_view cause, std::string_view message, LogFields fields = {});

  bool enabled(LogLevel level) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace pge
