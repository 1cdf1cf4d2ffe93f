// SPDX-License-Identifier: Apache-2.0
#include "testing/objects/dra_json.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace pge::testing {
namespace {

using nlohmann::json;

const json kNothing = json::object();

const json& at(const json& object, const char* key) {
  const auto it = object.find(key);
  return it == object.end() ? kNothing : *it;
}

std::string text_at(const json& object, const char* key) { return object.value(key, ""); }

// How the versions differ.
struct Shape {
  bool basic;     // attributes and capacity of a device under "basic"
  bool quantity;  // a capacity is a plain quantity, not {"value": …}
  bool exactly;   // the one way to ask of a request under "exactly"
};

Shape shape_of(const json& object) {
  const std::string version = text_at(object, "apiVersion");
  if (version == "resource.k8s.io/v1alpha3") return {true, true, false};
  if (version == "resource.k8s.io/v1beta1") return {true, false, false};
  if (version == "resource.k8s.io/v1beta2") return {false, false, true};
  if (version == "resource.k8s.io/v1") return {false, false, true};
  throw std::invalid_argument("not a version of resource.k8s.io: " + version);
}

void require(bool holds, const char* what) {
  if (!holds) throw std::invalid_argument(what);
}

void add_request(const json& request, const Shape& shape, ClaimView& out) {
  const std::string name = text_at(request, "name");
  const bool wrapped = request.contains("exactly");
  require(!wrapped || shape.exactly, "\"exactly\" is not of this version");
  require(
      shape.exactly || request.contains("deviceClassName") || request.contains("firstAvailable"),
      "a request asks for nothing");
  const json& way = wrapped ? at(request, "exactly") : request;
  if (way.contains("deviceClassName")) {
    require(wrapped == shape.exactly, "\"exactly\" is missing");
    out.requests.push_back(
        {name, text_at(way, "deviceClassName"), way.value("adminAccess", false)});
  }
  for (const json& choice : at(request, "firstAvailable")) {
    out.requests.push_back(
        {name + "/" + text_at(choice, "name"), text_at(choice, "deviceClassName"), false});
  }
}

TextMap text_map(const json& object) {
  TextMap out;
  for (const auto& [key, value] : object.items()) out[key] = value.get<std::string>();
  return out;
}

ClaimView claim_from(const json& object) {
  const Shape shape = shape_of(object);
  ClaimView out;
  const json& metadata = at(object, "metadata");
  out.ns = text_at(metadata, "namespace");
  out.name = text_at(metadata, "name");
  out.uid = text_at(metadata, "uid");
  for (const json& request : at(at(at(object, "spec"), "devices"), "requests")) {
    add_request(request, shape, out);
  }
  const json& status = at(object, "status");
  for (const json& from : at(at(at(status, "allocation"), "devices"), "results")) {
    out.results.push_back({text_at(from, "request"), text_at(from, "driver"), text_at(from, "pool"),
                           text_at(from, "device"), text_at(from, "shareID"),
                           from.value("adminAccess", false),
                           text_map(at(from, "consumedCapacity"))});
  }
  for (const json& from : at(status, "reservedFor")) {
    out.reserved_for.push_back(
        {text_at(from, "resource"), text_at(from, "name"), text_at(from, "uid")});
  }
  return out;
}

void add_attribute(const std::string& name, const json& value, SliceView::AttributeMap& out) {
  require(value.is_object() && value.size() == 1, "an attribute has one value");
  if (value.contains("int")) out[name] = value["int"].get<std::int64_t>();
  if (value.contains("bool")) out[name] = value["bool"].get<bool>();
  for (const char* kind : {"string", "version"}) {
    if (value.contains(kind)) out[name] = value[kind].get<std::string>();
  }
}

SliceView::SliceDevice device_from(const json& object, const Shape& shape) {
  require(object.contains("basic") == shape.basic, "\"basic\" does not fit the version");
  const json& body = shape.basic ? at(object, "basic") : object;
  SliceView::SliceDevice out;
  out.name = text_at(object, "name");
  out.node_name = text_at(body, "nodeName");
  for (const auto& [name, value] : at(body, "attributes").items()) {
    add_attribute(name, value, out.attributes);
  }
  for (const auto& [name, value] : at(body, "capacity").items()) {
    out.capacity[name] = shape.quantity ? value.get<std::string>() : text_at(value, "value");
  }
  return out;
}

SliceView slice_from(const json& object) {
  const Shape shape = shape_of(object);
  const json& spec = at(object, "spec");
  const json& pool = at(spec, "pool");
  SliceView out;
  out.name = text_at(at(object, "metadata"), "name");
  out.driver = text_at(spec, "driver");
  out.pool = text_at(pool, "name");
  out.generation = pool.value("generation", std::uint64_t{0});
  out.node_name = text_at(spec, "nodeName");
  for (const json& device : at(spec, "devices")) out.devices.push_back(device_from(device, shape));
  return out;
}

void put(const json& object, schemes::DraObjects& to) {
  const std::string kind = text_at(object, "kind");
  if (kind == "ResourceClaim") {
    to.put(claim_from(object));
  } else if (kind == "ResourceSlice") {
    to.put(slice_from(object));
  } else {
    throw std::invalid_argument("not a DRA object: " + kind);
  }
}

}  // namespace

void put_dra_objects(std::string_view text, schemes::DraObjects& to) {
  const json parsed = json::parse(text);
  const json& list = parsed.is_array() ? parsed : at(parsed, "items");
  if (!parsed.is_array() && !parsed.contains("items")) return put(parsed, to);
  for (const json& object : list) put(object, to);
}

}  // namespace pge::testing
