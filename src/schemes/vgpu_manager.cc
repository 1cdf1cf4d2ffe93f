// SPDX-License-Identifier: Apache-2.0
//
// vgpu-manager: cards by UUID, by container name, in one annotation:
//   <container>[<index>_<uuid>_<cores>_<memMiB>,…];<container>[…]
// The scheduler writes <domain>/pre-allocated, the plugin <domain>/real-allocated, which wins. The
// domain can be changed, so the end of the key decides. The kubelet's ids are picked at random.
#include <array>

#include "base/strings.h"
#include "model/quantity.h"
#include "schemes/claims.h"
#include "schemes/containers.h"
#include "schemes/id_forms.h"
#include "schemes/json.h"
#include "schemes/lifecycle.h"
#include "schemes/vgpu_list.h"

namespace pge::schemes::vgpu_manager {
namespace {

constexpr std::string_view kName = "vgpu-manager";
constexpr std::array<std::string_view, 3> kIds = {"*/vgpu-number", "*/vgpu-memory", "*/vgpu-cores"};
constexpr std::string_view kReal = "/real-allocated";
constexpr std::string_view kPlanned = "/pre-allocated";
constexpr std::string_view kRegister = "/node-device-register";
constexpr auto kReads = std::to_array<std::string_view>(
    {"<domain>/real-allocated", "<domain>/pre-allocated", "<domain>/predicate-node",
     "<domain>/assigned-phase (label)", "<domain>/node-device-register"});
constexpr std::array<std::string_view, 1> kResources = {"*/vgpu-number"};

struct Found {
  std::string_view key;
  std::string_view text;
  std::string_view domain;
};

std::optional<Found> find_ending(const TextMap& annotations, std::string_view ending) {
  for (const auto& [key, text] : annotations) {
    if (!key.ends_with(ending) || key.size() == ending.size()) continue;
    return Found{key, text, std::string_view(key).substr(0, key.size() - ending.size())};
  }
  return std::nullopt;
}

struct Entry {
  std::string_view raw;  // the UUID
  DeviceKey key;
  Share share;
};

std::string_view cut_back(std::string_view& text) {
  const std::size_t at = text.rfind('_');
  if (at == std::string_view::npos) return {};
  const std::string_view out = text.substr(at + 1);
  text.remove_suffix(text.size() - at);
  return out;
}

// "<index>_<uuid>_<cores>_<memMiB>"
std::optional<Entry> parse_entry(std::string_view text) {
  const auto memory = parse_unsigned(cut_back(text));
  const auto cores = parse_unsigned(cut_back(text));
  const std::size_t index = text.find('_');
  if (!memory || !cores || index == std::string_view::npos) return std::nullopt;
  const std::string_view uuid = text.substr(index + 1);
  auto key = nvidia_uuid_key(uuid);
  if (!key) return std::nullopt;
  VgpuDevice device;
  device.memory_mib = memory;
  device.cores = cores;
  return Entry{uuid, std::move(*key), share_of(device)};
}

void read_container(std::string_view key, std::string_view text, ClaimList& claims) {
  const std::size_t open = text.find('[');
  if (open == std::string_view::npos || !text.ends_with(']')) {
    claims.skip(key, "not a container with its devices", text);
    return;
  }
  const ContainerView* container = find_container(claims.pod(), text.substr(0, open));
  if (container == nullptr) {
    claims.skip(key, "no container of this name", text.substr(0, open));
    return;
  }
  if (over(claims.pod(), *container)) return;
  const std::string_view inside = text.substr(open + 1, text.size() - open - 2);
  for (const std::string_view item : claims.list(key, inside, ',')) {
    if (const auto entry = parse_entry(item)) {
      claims.add(container->name, requested_of(*container, kResources), entry->key, entry->raw,
                 entry->share);
    } else {
      claims.skip(key, "not a device", item);
    }
  }
}

Reading<Claim> claims_of_pod(const PodContext& context) {
  const PodView& pod = context.pod;
  const auto real = find_ending(pod.annotations, kReal);
  const auto found = real ? real : find_ending(pod.annotations, kPlanned);
  if (!found) return {};
  const std::string node_key = std::string(found->domain) + "/predicate-node";
  const std::array<std::string_view, 1> nodes = {node_key};
  const auto phase = find_text(pod.labels, std::string(found->domain) + "/assigned-phase");
  const Marks marks{.assigned = real.has_value(), .failed = phase == "failed"};
  const bool held = holds(pod, marks, nodes);
  ClaimList claims(pod, kName, "nvidia",
                   held ? Evidence::realised_annotation : Evidence::planned_annotation);
  if (!bound(pod, nodes) || marks.failed) return claims.take();
  for (const std::string_view item :
       claims.list(found->key, found->text, ';', found->text.size())) {
    if (claims.full()) break;
    read_container(found->key, item, claims);
  }
  return claims.take();
}

void add_device(std::string_view key, const Json& item, std::string_view node,
                Reading<Device>& out) {
  const auto uuid = item.text_at("uuid");
  if (!uuid || uuid->empty()) {
    if (out.skipped.size() < ClaimList::kMaxSkipped) {
      out.skipped.push_back(malformed(key, "a device without uuid"));
    }
    return;
  }
  Device device;
  device.node = node;
  device.id = *uuid;
  device.parent_id = *uuid;
  device.vendor = "nvidia";
  device.trust = DeviceTrust::registered;
  device.model = plain_model(item.text_at("type").value_or(""));
  device.pci_bus_id = canonical_pci(item.text_at("busId").value_or("")).value_or("");
  const auto index = item.whole_at("id");
  if (index && *index <= 0xffff) device.index = static_cast<int>(*index);
  device.healthy = item.boolean_at("healthy");
  out.items.push_back(std::move(device));
}

Reading<Device> devices_of_node(const NodeView& node) {
  Reading<Device> out;
  const auto found = find_ending(node.annotations, kRegister);
  if (!found) return out;
  const auto json = parse_json(found->text);
  if (!json) {
    out.skipped.push_back(Error(json.error()).in(found->key));
    return out;
  }
  for (const Json& item : json->items) add_device(found->key, item, node.name, out);
  return out;
}

ParsedId device_key(std::string_view, std::string_view id) {
  const Stripped stripped = strip_marked_replica(id);
  return unreal_id(nvidia_uuid_key(stripped.base), stripped, "nvidia", kName);
}

}  // namespace

Scheme describe() {
  return {.name = kName,
          .vendor = "nvidia",
          .summary = "vgpu-manager: cards by UUID, by container name in one annotation",
          .resources = kResources,
          .reads = kReads,
          .rank = 30,
          .ids = kIds,
          .device_key = device_key,
          .claims_of_pod = claims_of_pod,
          .devices_of_node = devices_of_node};
}

}  // namespace pge::schemes::vgpu_manager
