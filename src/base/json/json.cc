// SPDX-License-Identifier: Apache-2.0
#include "base/json/json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/json/json_builder.h"

namespace pge {
namespace {

// Follows the parser through the document and knows where it is as far down as places lie; below
// that it only counts brackets. Saying no stops the parser at once.
class Reader final : public nlohmann::json_sax<nlohmann::json> {
 public:
  Reader(std::span<const JsonPlace> places, const JsonLimits& limits,
         const std::function<bool(JsonItem)>& take)
      : places_(places), limits_(limits), take_(take), parents_(places.size()) {
    for (const JsonPlace& place : places) deepest_ = std::max(deepest_, place.size());
  }

  bool null() override { return scalar(Json{}); }
  bool boolean(bool value) override {
    Json json;
    json.type = Json::Type::boolean;
    json.boolean = value;
    return scalar(std::move(json));
  }
  bool number_integer(number_integer_t value) override {
    return number(static_cast<double>(value), std::nullopt);
  }
  bool number_unsigned(number_unsigned_t value) override {
    return number(static_cast<double>(value), value);
  }
  bool number_float(number_float_t value, const string_t&) override {
    return number(value, std::nullopt);
  }
  bool string(string_t& value) override {
    Json json;
    json.type = Json::Type::text;
    json.string = std::move(value);
    return scalar(std::move(json));
  }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(Json::Type::object); }
  bool start_array(std::size_t) override { return open(Json::Type::list); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override {
    if (builder_) {
      builder_->key(std::move(name));
    } else if (depth_ <= path_.size() && depth_ > 0) {
      path_[depth_ - 1].key = std::move(name);
    }
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override {
    return false;
  }

  bool stopped() const { return stopped_; }
  bool building_too_large() const { return builder_ && builder_->too_large(); }
  JsonParents take_parents() { return std::move(parents_); }

 private:
  struct Level {
    bool list = false;
    std::string key;  // of the member that the parser is at
  };

  bool number(double value, std::optional<std::uint64_t> whole) {
    Json json;
    json.type = Json::Type::number;
    json.number = value;
    json.whole = whole;
    return scalar(std::move(json));
  }

  bool scalar(Json value) {
    if (!builder_) arrive(value.type);
    if (!builder_) return true;
    builder_->add(std::move(value));
    return finish();
  }

  bool open(Json::Type type) {
    if (!builder_) arrive(type);
    if (builder_) {
      builder_->open(type);
      return true;
    }
    if (++depth_ <= deepest_) path_.push_back({type == Json::Type::list, {}});
    return true;
  }

  bool close() {
    if (builder_) {
      builder_->close();
      return finish();
    }
    if (depth_-- <= path_.size()) path_.pop_back();
    return true;
  }

  bool here(const JsonPlace& place, std::size_t length) const {
    if (depth_ != length) return false;
    for (std::size_t i = 0; i < length; ++i) {
      if (place[i] != "*" && (path_[i].list || path_[i].key != place[i])) return false;
    }
    return true;
  }

  // A value begins where the parser is.
  void arrive(Json::Type type) {
    if (depth_ > deepest_) return;
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const JsonPlace& place = places_[i];
      if (!place.empty() && here(place, place.size() - 1)) parents_[i] = type;
      if (!builder_ && here(place, place.size())) {
        place_ = i;
        builder_.emplace(limits_);
      }
    }
  }

  bool finish() {
    if (!builder_ || !builder_->done()) return true;
    JsonItem item;
    item.place = place_;
    if (!path_.empty()) item.name = path_.back().key;
    if (!builder_->too_large()) item.value = builder_->take();
    builder_.reset();
    stopped_ = !take_(std::move(item));
    return !stopped_;
  }

  std::span<const JsonPlace> places_;
  const JsonLimits& limits_;
  const std::function<bool(JsonItem)>& take_;
  JsonParents parents_;
  std::vector<Level> path_;  // the outermost `deepest_` containers that are open
  std::size_t depth_ = 0;    // of open containers, those of the builder aside
  std::size_t deepest_ = 0;
  std::size_t place_ = 0;
  std::optional<JsonBuilder> builder_;
  bool stopped_ = false;
};

bool parse(std::string_view text, Reader& reader) {
  try {
    return nlohmann::json::sax_parse(text, &reader);
  } catch (const std::exception&) {  // the library throws for what its callbacks cannot refuse
    return false;
  }
}

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

Result<Json> parse_json(std::string_view text, const JsonLimits& limits) {
  if (text.size() > limits.bytes) return fail(ErrorKind::too_large, "JSON beyond the size limit");
  const JsonPlace root;
  std::optional<Json> value;
  bool too_large = false;
  const std::function<bool(JsonItem)> take = [&](JsonItem item) {
    value = std::move(item.value);
    too_large = !value;
    return true;
  };
  Reader reader({&root, 1}, limits, take);
  const bool whole = parse(text, reader);
  if (too_large || reader.building_too_large())
    return fail(ErrorKind::too_large, "JSON with too many or too deep values");
  if (!whole || !value) return fail(ErrorKind::malformed, "not JSON");
  return std::move(*value);
}

Result<JsonParents> read_json_items(std::string_view text, std::span<const JsonPlace> places,
                                    const JsonLimits& limits,
                                    const std::function<bool(JsonItem)>& take) {
  Reader reader(places, limits, take);
  const bool whole = parse(text, reader);
  if (reader.stopped()) return fail(ErrorKind::too_large, "JSON with too many values");
  if (!whole) return fail(ErrorKind::malformed, "not JSON");
  return reader.take_parents();
}

}  // namespace pge
