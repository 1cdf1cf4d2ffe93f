// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/config.h"
#include "base/clock.h"
#include "base/log.h"
#include "base/result.h"

namespace pge {

// The running exporter: sources, collector, pages and server, wired together. The only place that
// decides which objects exist.
class Exporter {
 public:
  // Listens, then starts the sources. Nothing has been started if this fails.
  static Result<std::unique_ptr<Exporter>> start(const Config& config, Logger& log);
  ~Exporter();

  // The addresses that are listened on, with the ports that were picked.
  const std::vector<std::string>& addresses() const;
  std::vector<std::string> probe_addresses() const;  // those for probes alone
  bool tls() const;

  // Reads again what can change while we run: the web configuration. Returns at once; the outcome
  // is logged. Any thread.
  void reload();

  // Finishes the scrapes in flight and ends every thread; within 3 s.
  void stop();

 private:
  struct Impl;
  explicit Exporter(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace pge
