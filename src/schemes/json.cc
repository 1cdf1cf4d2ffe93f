// SPDX-License-Identifier: Apache-2.0
#include "schemes/json.h"

#include <nlohmann/json.hpp>

namespace pge::schemes {
namespace {

// Builds the value as the parser goes along; saying no stops the parser at once.
class Builder final : public nlohmann::json_sax<nlohmann::json> {
 public:
  bool null() override { return add(Json{}); }
  bool boolean(bool value) override {
    Json json;
    json.type = Json::Type::boolean;
    json.boolean = value;
    return add(std::move(json));
  }
  bool number_integer(number_integer_t value) override {
    return add_number(static_cast<double>(value), std::nullopt);
  }
  bool number_unsigned(number_unsigned_t value) override {
    return add_number(static_cast<double>(value), value);
  }
  bool number_float(number_float_t value, const string_t&) override {
    return add_number(value, std::nullopt);
  }
  bool string(string_t& value) override {
    Json json;
    json.type = Json::Type::text;
    json.string = std::move(value);
    return add(std::move(json));
  }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(Json::Type::object); }
  bool start_array(std::size_t) override { return open(Json::Type::list); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override {
    key_ = std::move(name);
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override {
    return false;
  }

  bool too_large() const { return too_large_; }
  Json take() { return std::move(root_); }

 private:
  bool add_number(double value, std::optional<std::uint64_t> whole) {
    Json json;
    json.type = Json::Type::number;
    json.number = value;
    json.whole = whole;
    return add(std::move(json));
  }

  bool add(Json value) {
    if (++values_ > kMaxJsonValues) {
      too_large_ = true;
      return false;
    }
    if (open_.empty()) {
      root_ = std::move(value);
      return true;
    }
    Json& parent = open_.back().value;
    if (parent.is(Json::Type::list)) {
      parent.items.push_back(std::move(value));
    } else {
      parent.members.push_back({std::move(key_), std::move(value)});
    }
    return true;
  }

  bool open(Json::Type type) {
    if (open_.size() == kMaxJsonDepth) {
      too_large_ = true;
      return false;
    }
    Json json;
    json.type = type;
    open_.push_back({std::move(json), std::move(key_)});
    return true;
  }

  bool close() {
    Open done = std::move(open_.back());
    open_.pop_back();
    key_ = std::move(done.key);
    return add(std::move(done.value));
  }

  struct Open {
    Json value;
    std::string key;  // under which it goes into its parent
  };

  Json root_;
  std::vector<Open> open_;
  std::string key_;
  std::size_t values_ = 0;
  bool too_large_ = false;
};

}  // namespace

const Json* Json::find(std::string_view key) const {
  for (const auto& [name, value] : members) {
    if (name == key) return &value;
  }
  return nullptr;
}

std::optional<std::string_view> Json::text_at(std::string_view key) const {
  const Json* value = find(key);
  if (value == nullptr || !value->is(Type::text)) return std::nullopt;
  return value->string;
}

std::optional<std::uint64_t> Json::whole_at(std::string_view key) const {
  const Json* value = find(key);
  return value == nullptr ? std::nullopt : value->whole;
}

std::optional<bool> Json::boolean_at(std::string_view key) const {
  const Json* value = find(key);
  if (value == nullptr || !value->is(Type::boolean)) return std::nullopt;
  return value->boolean;
}

Result<Json> parse_json(std::string_view text) {
  if (text.size() > kMaxJsonBytes) return fail(ErrorKind::too_large, "JSON beyond the size limit");
  Builder builder;
  try {
    if (nlohmann::json::sax_parse(text, &builder)) return builder.take();
  } catch (const std::exception&) {  // the library throws for what its callbacks cannot refuse
    return fail(ErrorKind::malformed, "not JSON");
  }
  if (builder.too_large())
    return fail(ErrorKind::too_large, "JSON with too many or too deep values");
  return fail(ErrorKind::malformed, "not JSON");
}

}  // namespace pge::schemes
