// SPDX-License-Identifier: Apache-2.0
#include "base/log.h"

#include <spdlog/logger.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/base_sink.h>
#include <spdlog/sinks/stdout_sinks.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <iterator>
#include <map>
#include <mutex>
#include <optional>

#include "base/mutex.h"
#include "base/strings.h"

namespace pge {
namespace {

constexpr std::size_t kMostValueBytes = 8 * 1024;  // of a message or value; the rest is cut off
constexpr std::size_t kMostCauses = 1024;
constexpr std::size_t kMostCauseBytes = 256;
constexpr auto kQuiet = std::chrono::minutes(1);

constexpr std::array<std::string_view, 4> kLevels = {"debug", "info", "warn", "error"};
constexpr std::array<std::string_view, 4> kLevelLabels = {"DEBUG", "INFO", "WARN", "ERROR"};
constexpr std::array<std::string_view, 2> kFormats = {"logfmt", "json"};

std::string timestamp(WallTime now) {
  namespace chrono = std::chrono;
  const auto millis = chrono::floor<chrono::milliseconds>(now);
  const auto day = chrono::floor<chrono::days>(millis);
  const chrono::year_month_day date(day);
  const chrono::hh_mm_ss time(millis - day);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     time.hours().count(), time.minutes().count(), time.seconds().count(),
                     time.subseconds().count());
}

std::string escaped(std::string_view text, LogFormat format) {
  const std::string_view kept = text.substr(0, kMostValueBytes);
  std::string quoted;
  // JSON has no way to write a byte that is not text.
  for (const char c : format == LogFormat::json ? to_valid_utf8(kept) : std::string(kept)) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  std::string safe = printable(quoted);
  if (text.size() > kept.size()) {
    safe += fmt::format("... ({} bytes more)", text.size() - kept.size());
  }
  return safe;
}

bool needs_quotes(std::string_view value) {
  return value.empty() || std::ranges::any_of(value, [](char c) {
           return c <= ' ' || c >= 0x7F || c == '"' || c == '=' || c == '\\';
         });
}

class LineWriter {
 public:
  explicit LineWriter(LogFormat format) : format_(format) {
    if (format_ == LogFormat::json) line_ = "{";
  }

  void add(std::string_view key, std::string_view value, bool quote = false) {
    const bool json = format_ == LogFormat::json;
    if (line_.size() > 1) line_ += json ? ',' : ' ';
    if (json) {
      line_ += '"' + escaped(key, format_) + "\":";
    } else {
      std::ranges::transform(key, std::back_inserter(line_),
                             [](char c) { return needs_quotes({&c, 1}) ? '_' : c; });
      line_ += '=';
    }
    quote = quote || json || needs_quotes(value);
    if (quote) line_ += '"';
    line_ += escaped(value, format_);
    if (quote) line_ += '"';
  }

  std::string finish() && {
    if (format_ == LogFormat::json) line_ += '}';
    return std::move(line_);
  }

 private:
  LogFormat format_;
  std::string line_;
};

// Hands whole lines to a function.
class CallSink final : public spdlog::sinks::base_sink<std::mutex> {
 public:
  CallSink(Logger::Sink call, void* context) : call_(call), context_(context) {}

 protected:
  void sink_it_(const spdlog::details::log_msg& message) override {
    call_(context_, {message.payload.data(), message.payload.size()});
  }
  void flush_() override {}

 private:
  Logger::Sink call_;
  void* context_;
};

spdlog::sink_ptr make_sink(Logger::Sink sink, void* context) {
  if (sink != nullptr) return std::make_shared<CallSink>(sink, context);
  return std::make_shared<spdlog::sinks::stderr_sink_mt>();
}

// How often a cause may speak. Above kMostCauses live ones all newcomers share one entry, so that
// causes made of other people's bytes flood neither memory nor the log.
class CauseLimiter {
 public:
  // Nothing: stay silent. A number: speak, and so many were swallowed before.
  std::optional<std::uint64_t> admit(std::string_view cause, SteadyTime now) {
    MutexLock lock(mutex_);
    std::string key(cause.substr(0, kMostCauseBytes));
    auto it = causes_.find(key);
    if (it == causes_.end() && causes_.size() >= kMostCauses) {
      drop_finished(now);
      if (causes_.size() >= kMostCauses) key = kOverflow;
      it = causes_.find(key);
    }
    if (it == causes_.end()) {
      causes_.emplace(std::move(key), Entry{now + kQuiet, 0});
      return 0;
    }
    Entry& entry = it->second;
    if (now < entry.quiet_until) {
      ++entry.swallowed;
      return std::nullopt;
    }
    entry.quiet_until = now + kQuiet;
    return std::exchange(entry.swallowed, 0);
  }

 private:
  struct Entry {
    SteadyTime quiet_until;
    std::uint64_t swallowed = 0;
  };
  static constexpr std::string_view kOverflow{"\0others", 7};  // no text of ours

  void drop_finished(SteadyTime now) PGE_REQUIRES(mutex_) {
    if (now < next_drop_) return;  // a flood must not make every call walk the map
    next_drop_ = now + std::chrono::seconds(1);
    std::erase_if(causes_, [now](const auto& item) { return item.second.quiet_until <= now; });
  }

  Mutex mutex_;
  std::map<std::string, Entry, std::less<>> causes_ PGE_GUARDED_BY(mutex_);
  SteadyTime next_drop_ PGE_GUARDED_BY(mutex_){};
};

template <std::size_t N>
std::optional<std::size_t> index_of(const std::array<std::string_view, N>& names,
                                    std::string_view text) {
  const auto it = std::ranges::find(names, text);
  if (it == names.end()) return std::nullopt;
  return static_cast<std::size_t>(it - names.begin());
}

}  // namespace

Result<LogLevel> parse_log_level(std::string_view text) {
  if (const auto i = index_of(kLevels, text)) return static_cast<LogLevel>(*i);
  return fail(ErrorKind::malformed, "not a log level", {}, "use debug, info, warn or error");
}

Result<LogFormat> parse_log_format(std::string_view text) {
  if (const auto i = index_of(kFormats, text)) return static_cast<LogFormat>(*i);
  return fail(ErrorKind::malformed, "not a log format", {}, "use logfmt or json");
}

struct Logger::Impl {
  LogLevel level;
  LogFormat format;
  std::shared_ptr<const Clock> clock;
  spdlog::logger out;
  CauseLimiter limiter;

  void write(LogLevel at, std::string_view message, LogFields fields,
             std::uint64_t suppressed = 0) {
    if (at < level) return;
    LineWriter line(format);
    line.add("time", timestamp(clock->wall()));
    line.add("level", kLevelLabels[static_cast<std::size_t>(at)]);
    line.add("msg", message, true);
    for (const LogField& field : fields) line.add(field.key, field.value);
    if (suppressed > 0) line.add("suppressed", fmt::format_int(suppressed).str());
    const std::string text = std::move(line).finish();
    out.log(spdlog::level::critical, spdlog::string_view_t(text.data(), text.size()));
  }
};

Logger::Logger(LogLevel level, LogFormat format) : Logger(level, format, nullptr, nullptr) {}

Logger::Logger(LogLevel level, LogFormat format, Sink sink, void* context,
               std::shared_ptr<const Clock> clock)
    : impl_(std::make_unique<Impl>(level, format,
                                   clock ? std::move(clock) : std::make_shared<SystemClock>(),
                                   spdlog::logger("pge", make_sink(sink, context)))) {
  impl_->out.set_formatter(std::make_unique<spdlog::pattern_formatter>(
      "%v", spdlog::pattern_time_type::utc, std::string("\n")));
}

Logger::~Logger() = default;

void Logger::debug(std::string_view message, LogFields fields) {
  impl_->write(LogLevel::debug, message, fields);
}
void Logger::info(std::string_view message, LogFields fields) {
  impl_->write(LogLevel::info, message, fields);
}
void Logger::warn(std::string_view message, LogFields fields) {
  impl_->write(LogLevel::warn, message, fields);
}
void Logger::error(std::string_view message, LogFields fields) {
  impl_->write(LogLevel::error, message, fields);
}

void Logger::warn_limited(std::string_view cause, std::string_view message, LogFields fields) {
  if (!enabled(LogLevel::warn)) return;
  const auto suppressed = impl_->limiter.admit(cause, impl_->clock->steady());
  if (suppressed) impl_->write(LogLevel::warn, message, fields, *suppressed);
}

bool Logger::enabled(LogLevel level) const { return level >= impl_->level; }

}  // namespace pge
