// SPDX-License-Identifier: Apache-2.0
#include "testing/pod_json.h"

#include <nlohmann/json.hpp>

namespace pge::testing {
namespace {

using nlohmann::json;

const json kNothing = json::object();

const json& at(const json& object, const char* key) {
  const auto it = object.find(key);
  return it == object.end() ? kNothing : *it;
}

std::string text_at(const json& object, const char* key) { return object.value(key, ""); }

TextMap text_map(const json& object) {
  TextMap out;
  for (const auto& [key, value] : object.items()) {
    out[key] = value.is_string() ? value.get<std::string>() : value.dump();
  }
  return out;
}

ContainerView::State state_of(const json& status) {
  const json& state = at(status, "state");
  if (state.contains("running")) return ContainerView::State::running;
  if (state.contains("terminated")) return ContainerView::State::terminated;
  if (state.contains("waiting")) return ContainerView::State::waiting;
  return ContainerView::State::unknown;
}

void add_status(const json& status, ContainerView& out) {
  out.state = state_of(status);
  for (const json& resource : at(status, "allocatedResourcesStatus")) {
    ContainerView::DeviceStatus device{.resource = text_at(resource, "name"), .ids = {}};
    for (const json& item : at(resource, "resources")) {
      device.ids.push_back(text_at(item, "resourceID"));
    }
    out.device_status.push_back(std::move(device));
  }
}

void add_env(const json& spec, ContainerView& out) {
  for (const json& env : at(spec, "env")) {
    const json& from = at(at(env, "valueFrom"), "configMapKeyRef");
    if (from.contains("name")) {
      out.env_config_maps.push_back(text_at(from, "name"));
    } else {
      out.env[text_at(env, "name")] = text_at(env, "value");
    }
  }
  for (const json& from : at(spec, "envFrom")) {
    const json& map = at(from, "configMapRef");
    if (map.contains("name")) out.env_config_maps.push_back(text_at(map, "name"));
  }
}

std::vector<ContainerView> containers(const json& specs, const json& statuses, bool init) {
  std::vector<ContainerView> out;
  for (const json& spec : specs) {
    ContainerView container;
    container.name = text_at(spec, "name");
    container.init = init;
    container.restartable = init && text_at(spec, "restartPolicy") == "Always";
    const json& resources = at(spec, "resources");
    container.limits = text_map(at(resources, "limits"));
    container.requests = text_map(at(resources, "requests"));
    for (const json& claim : at(resources, "claims")) {
      container.claims.push_back({text_at(claim, "name"), text_at(claim, "request")});
    }
    add_env(spec, container);
    for (const json& status : statuses) {
      if (text_at(status, "name") == container.name) add_status(status, container);
    }
    out.push_back(std::move(container));
  }
  return out;
}

PodPhase phase_of(const std::string& text) {
  if (text == "Pending") return PodPhase::pending;
  if (text == "Running") return PodPhase::running;
  if (text == "Succeeded") return PodPhase::succeeded;
  if (text == "Failed") return PodPhase::failed;
  return PodPhase::unknown;
}

void add_claims(const json& spec, const json& status, PodView& out) {
  for (const json& claim : at(spec, "resourceClaims")) {
    if (claim.contains("resourceClaimName")) {
      out.claims.push_back({text_at(claim, "name"), text_at(claim, "resourceClaimName")});
    }
  }
  for (const json& claim : at(status, "resourceClaimStatuses")) {
    out.claims.push_back({text_at(claim, "name"), text_at(claim, "resourceClaimName")});
  }
  const json& extended = at(status, "extendedResourceClaimStatus");
  if (extended.empty()) return;
  out.extended_claim.emplace();
  out.extended_claim->claim_name = text_at(extended, "resourceClaimName");
  for (const json& mapping : at(extended, "requestMappings")) {
    out.extended_claim->mappings.push_back({text_at(mapping, "containerName"),
                                            text_at(mapping, "resourceName"),
                                            text_at(mapping, "requestName")});
  }
}

}  // namespace

PodView pod_from_json(std::string_view text) {
  const json pod = json::parse(text);
  const json& metadata = at(pod, "metadata");
  const json& spec = at(pod, "spec");
  const json& status = at(pod, "status");
  PodView out;
  out.pod = {text_at(metadata, "namespace"), text_at(metadata, "name"), text_at(metadata, "uid")};
  out.labels = text_map(at(metadata, "labels"));
  out.annotations = text_map(at(metadata, "annotations"));
  out.deleting = metadata.contains("deletionTimestamp");
  out.node_name = text_at(spec, "nodeName");
  out.phase = phase_of(text_at(status, "phase"));
  out.init_containers =
      containers(at(spec, "initContainers"), at(status, "initContainerStatuses"), true);
  out.containers = containers(at(spec, "containers"), at(status, "containerStatuses"), false);
  add_claims(spec, status, out);
  return out;
}

NodeView node_from_json(std::string_view text) {
  const json node = json::parse(text);
  const json& metadata = at(node, "metadata");
  const json& status = at(node, "status");
  return {.name = text_at(metadata, "name"),
          .labels = text_map(at(metadata, "labels")),
          .annotations = text_map(at(metadata, "annotations")),
          .capacity = text_map(at(status, "capacity")),
          .allocatable = text_map(at(status, "allocatable"))};
}

DeviceObjectView device_object_from_json(std::string_view text) {
  const json object = json::parse(text);
  const json& metadata = at(object, "metadata");
  DeviceObjectView out{
      .name = text_at(metadata, "name"), .labels = text_map(at(metadata, "labels")), .devices = {}};
  for (const json& device : at(at(object, "spec"), "devices")) {
    DeviceObjectView::Entry entry;
    entry.type = text_at(device, "type");
    entry.id = text_at(device, "id");
    entry.bus_id = text_at(at(device, "topology"), "busID");
    if (device.contains("minor") && device["minor"].is_number_unsigned()) {
      entry.minor = device["minor"].get<std::uint64_t>();
    }
    if (device.contains("health")) entry.health = device["health"].get<bool>();
    entry.resources = text_map(at(device, "resources"));
    out.devices.push_back(std::move(entry));
  }
  return out;
}

}  // namespace pge::testing
