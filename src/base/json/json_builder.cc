// SPDX-License-Identifier: Apache-2.0
#include "base/json/json_builder.h"

#include <utility>

namespace pge {

void JsonBuilder::give_up() {
  too_large_ = true;
  root_ = Json{};
  open_ = {};
}

void JsonBuilder::place(Json value) {
  if (open_.empty()) {
    root_ = std::move(value);
    return;
  }
  Json& parent = open_.back().value;
  if (parent.is(Json::Type::list)) {
    parent.items.push_back(std::move(value));
  } else {
    parent.members.push_back({std::move(key_), std::move(value)});
  }
}

void JsonBuilder::add(Json value) {
  bytes_ += value.string.size();
  if (!too_large_ && (++values_ > limits_.values || bytes_ > limits_.bytes)) give_up();
  if (!too_large_) place(std::move(value));
  done_ = depth_ == 0;
}

void JsonBuilder::open(Json::Type type) {
  ++depth_;
  if (!too_large_ && depth_ > limits_.depth) give_up();
  if (too_large_) return;
  Json value;
  value.type = type;
  open_.push_back({std::move(value), std::move(key_)});
}

void JsonBuilder::close() {
  --depth_;
  if (!too_large_) {
    Open finished = std::move(open_.back());
    open_.pop_back();
    key_ = std::move(finished.key);
    add(std::move(finished.value));
  }
  done_ = depth_ == 0;
}

void JsonBuilder::key(std::string name) {
  bytes_ += name.size();
  key_ = std::move(name);
}

}  // namespace pge
