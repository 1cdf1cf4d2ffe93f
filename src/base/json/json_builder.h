// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/json/json.h"

namespace pge {

// Puts one value together from a parser's events. Once a limit is passed it lets go of what it has
// and only counts brackets, so that the parser can go on behind the value.
class JsonBuilder {
 public:
  explicit JsonBuilder(const JsonLimits& limits) : limits_(limits) {}

  void add(Json value);
  void open(Json::Type type);
  void close();
  void key(std::string name);

  bool done() const { return done_; }
  bool too_large() const { return too_large_; }
  Json take() { return std::move(root_); }

 private:
  struct Open {
    Json value;
    std::string key;  // under which it goes into its parent
  };

  void give_up();
  void place(Json value);

  const JsonLimits& limits_;
  Json root_;
  std::vector<Open> open_;
  std::string key_;
  std::size_t depth_ = 0;
  std::size_t values_ = 0;
  std::size_t bytes_ = 0;
  bool too_large_ = false;
  bool done_ = false;
};

}  // namespace pge
