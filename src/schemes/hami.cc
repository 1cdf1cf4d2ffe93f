// SPDX-License-Identifier: Apache-2.0
//
// HAMi, and 4paradigm's k8s-vgpu-scheduler that it grew out of. The scheduler writes the cards of a
// pod by UUID into one annotation per kind of device when it filters nodes; the plugin erases its
// working copy (…-to-allocate) and leaves this one. The kubelet's ids are picked at random.
//   hami.io/<word>-devices-allocated   since v2.3, every container's segment ended by ";"
//   4pd.io/vgpu-ids-new                before, segments joined by ";"
#include <array>
#include <set>

#include "schemes/claims.h"
#include "schemes/containers.h"
#include "schemes/hami_words.h"
#include "schemes/id_forms.h"
#include "schemes/json.h"
#include "schemes/lifecycle.h"
#include "schemes/vgpu_list.h"

namespace pge::schemes::hami {
namespace {

constexpr std::string_view kName = "hami";
constexpr auto kIds = std::to_array<std::string_view>(
    {"cambricon.com/vmlu", "hygon.com/dcunum", "iluvatar.ai/*-vgpu", "mthreads.com/vgpu"});
constexpr std::string_view kPrefix = "hami.io/";
constexpr std::string_view kOldIds = "4pd.io/vgpu-ids-new";
constexpr std::string_view kMig = "hami.io/vgpu-mig-allocations";
constexpr std::string_view kHandshake = "hami.io/node-handshake";
constexpr std::string_view kOldHandshake = "4pd.io/node-handshake";
constexpr std::string_view kOldRegister = "4pd.io/node-nvidia-register";
constexpr std::array<std::string_view, 2> kNodes = {"hami.io/vgpu-node", "4pd.io/vgpu-node"};
constexpr std::array<std::string_view, 2> kPhases = {"hami.io/bind-phase", "4pd.io/bind-phase"};
constexpr auto kReads = std::to_array<std::string_view>(
    {"hami.io/<word>-devices-allocated", "hami.io/kunlun-allocated", "4pd.io/vgpu-ids-new",
     "hami.io/vgpu-mig-allocations", "hami.io/vgpu-node", "4pd.io/vgpu-node", "hami.io/bind-phase",
     "4pd.io/bind-phase", "hami.io/node-*register*", "4pd.io/node-nvidia-register",
     "hami.io/node-handshake[-<word>]", "4pd.io/node-handshake"});
constexpr auto kResources = std::to_array<std::string_view>(
    {"nvidia.com/gpu", "hygon.com/dcunum", "cambricon.com/vmlu", "metax-tech.com/*gpu",
     "enflame.com/*gcu", "kunlunxin.com/*xpu", "amd.com/gpu", "iluvatar.ai/*-vgpu",
     "birentech.com/gpu", "vastaitech.com/va", "mthreads.com/vgpu", "huawei.com/Ascend*",
     "aws.amazon.com/neuron*"});

constexpr std::size_t kMaxAnnotations = 32;  // more than there are kinds of device

Marks marks_of(const PodView& pod) {
  for (const std::string_view key : kPhases) {
    if (const auto phase = find_text(pod.annotations, key)) {
      return {.assigned = *phase == "success", .failed = *phase == "failed"};
    }
  }
  return {};
}

struct Annotation {
  std::string_view key;
  std::string_view text;
  const Word* word;
  SegmentEnd end;
};

// All allocation annotations of a pod; the old one counts only where there is no new one.
std::vector<Annotation> annotations_of(const PodView& pod) {
  std::vector<Annotation> out;
  for (auto it = pod.annotations.lower_bound(kPrefix);
       it != pod.annotations.end() && it->first.starts_with(kPrefix); ++it) {
    if (out.size() == kMaxAnnotations) break;
    if (const Word* word = allocation_word(std::string_view(it->first).substr(kPrefix.size()))) {
      out.push_back({it->first, it->second, word, SegmentEnd::terminated});
    }
  }
  const auto old = find_text(pod.annotations, kOldIds);
  if (out.empty() && old) out.push_back({kOldIds, *old, &nvidia_word(), SegmentEnd::joined});
  return out;
}

// Until v2.3 one annotation held the devices of every vendor, told apart by their type.
const Word& word_of(const VgpuDevice& device, const Word& annotation) {
  if (annotation.vendor != "nvidia") return annotation;
  const Word* by_type = type_word(device.type);
  return by_type == nullptr ? annotation : *by_type;
}

void add_device(const VgpuDevice& device, const ContainerView* container, const Annotation& from,
                ClaimList& claims) {
  const Word& word = word_of(device, *from.word);
  const auto key = word.vendor == "nvidia" ? nvidia_uuid_key(device.uuid) : uuid_key(device.uuid);
  if (!key) {
    claims.skip(from.key, "not a GPU id", device.raw);
    return;
  }
  claims.set_vendor(word.vendor);
  const std::string_view name = container == nullptr ? std::string_view() : container->name;
  const std::string_view resource =
      container == nullptr ? std::string_view() : requested_of(*container, word.resources);
  claims.add(name, resource, *key, device.raw, share_of(device));
}

// Where a slot of a dynamic MIG card has become a slice, the slice is the device: entries by
// segment, then by place in the segment.
struct Slice {
  std::uint64_t container;
  std::uint64_t device;
  std::string uuid;

  auto operator<=>(const Slice&) const = default;
};

std::set<Slice> slices_of(const PodView& pod, ClaimList& claims) {
  std::set<Slice> out;
  const auto text = find_text(pod.annotations, kMig);
  if (!text || text->empty()) return out;
  const auto json = parse_json(*text);
  if (!json || !json->is(Json::Type::list)) {
    claims.skip(kMig, json ? "not a list" : json.error().text);
    return out;
  }
  for (const Json& item : json->items) {
    const auto uuid = item.text_at("migUUID");
    if (!uuid || uuid->empty()) continue;  // planned, not made yet
    const auto container = item.whole_at("containerIndex");
    const auto device = item.whole_at("deviceIndex");
    if (!container || !device || !uuid->starts_with("MIG-")) {
      claims.skip(kMig, "an entry without container, device or MIG id", *uuid);
      continue;
    }
    out.insert({*container, *device, std::string(*uuid)});
  }
  return out;
}

void put_slices(const std::set<Slice>& slices, const std::vector<VgpuSegment>& segments,
                const ContainerList& owners, ClaimList& claims) {
  for (const Slice& slice : slices) {
    const bool known =
        slice.container < segments.size() && slice.device < segments[slice.container].size();
    if (!known) {
      claims.skip(kMig, "an entry for a device that is not in the list", slice.uuid);
      continue;
    }
    const VgpuDevice& device = segments[slice.container][slice.device];
    const ContainerView* owner = owners[slice.container];
    Share share = share_of(device);
    share.compute_ratio = 1;  // a slice is the container's alone
    claims.set_vendor("nvidia");
    if (owner != nullptr && over(claims.pod(), *owner)) continue;
    claims.add(
        owner == nullptr ? std::string_view() : owner->name,
        owner == nullptr ? std::string_view() : requested_of(*owner, nvidia_word().resources),
        uuid_key(slice.uuid), slice.uuid, share);
  }
}

void read_annotation(const PodView& pod, const Annotation& annotation,
                     const std::set<Slice>& slices, ClaimList& claims) {
  const auto segments = parse_vgpu_list(annotation.key, annotation.text, annotation.end, claims);
  std::vector<bool> filled;
  filled.reserve(segments.size());
  for (const VgpuSegment& segment : segments) filled.push_back(!segment.empty());
  const ContainerList owners = match_positions(pod, filled, annotation.word->resources);
  const bool nvidia = annotation.word->vendor == "nvidia";
  std::set<std::pair<std::uint64_t, std::uint64_t>> replaced;
  if (nvidia) {
    for (const Slice& slice : slices) replaced.emplace(slice.container, slice.device);
  }
  for (std::size_t i = 0; i < segments.size(); ++i) {
    if (owners[i] != nullptr && over(pod, *owners[i])) continue;
    for (std::size_t k = 0; k < segments[i].size(); ++k) {
      if (!replaced.contains({i, k})) add_device(segments[i][k], owners[i], annotation, claims);
    }
  }
  if (nvidia) put_slices(slices, segments, owners, claims);
}

Reading<Claim> claims_of_pod(const PodContext& context) {
  const PodView& pod = context.pod;
  ClaimList claims(pod, kName, "nvidia");
  const auto annotations = annotations_of(pod);
  if (annotations.empty() || !holds(pod, marks_of(pod), kNodes)) return claims.take();
  const std::set<Slice> slices = slices_of(pod, claims);
  for (const Annotation& annotation : annotations) {
    read_annotation(pod, annotation, slices, claims);
  }
  return claims.take();
}

std::vector<std::string> unreal_vendors(const PodView& pod) {
  std::set<std::string> out;
  for (const Annotation& annotation : annotations_of(pod)) {
    if (!annotation.word->vendor.empty()) out.emplace(annotation.word->vendor);
  }
  return {out.begin(), out.end()};
}

// The scheduler has given the node's plugin up: what it registered may be old. Identities stay, the
// word on their health does not.
bool is_given_up(const NodeView& node, std::string_view register_key) {
  const std::string_view word = handshake_word(register_key);
  std::string key(kHandshake);
  if (!word.empty()) key += "-" + std::string(word);
  return find_text(node.annotations, key).value_or("").starts_with("Deleted");
}

void forget_health(std::vector<Device>& devices, std::size_t from) {
  for (std::size_t i = from; i < devices.size(); ++i) devices[i].healthy = std::nullopt;
}

Reading<Device> devices_of_node(const NodeView& node) {
  Reading<Device> out;
  Device common;
  common.node = node.name;
  common.trust = DeviceTrust::registered;
  for (auto it = node.annotations.lower_bound(kPrefix);
       it != node.annotations.end() && it->first.starts_with(kPrefix); ++it) {
    const Word* word = register_word(std::string_view(it->first).substr(kPrefix.size()));
    if (word == nullptr) continue;
    common.vendor = word->vendor;
    const std::size_t before = out.items.size();
    parse_register(it->first, it->second, RegisterForm::hami, common, out);
    const auto key = std::string_view(it->first).substr(kPrefix.size());
    if (is_given_up(node, key)) forget_health(out.items, before);
  }
  const auto old = find_text(node.annotations, kOldRegister);
  if (old && out.items.empty()) {
    common.vendor = "nvidia";
    parse_register(kOldRegister, *old, RegisterForm::hami, common, out);
    const auto handshake = find_text(node.annotations, kOldHandshake).value_or("");
    if (handshake.starts_with("Deleted")) forget_health(out.items, 0);
  }
  return out;
}

std::string_view vendor_by_domain(std::string_view resource) {
  return resource.substr(0, resource.find_first_of(".-"));
}

// Where a resource is HAMi's alone. Its replicas of plain resources ("nvidia.com/gpu") are told by
// the form of the id.
ParsedId device_key(std::string_view resource, std::string_view id) {
  Stripped stripped = strip_marked_replica(id);
  for (const std::string_view prefix : {"", "GPU-", "MLU-"}) {
    if (const auto dashed = strip_dashed_replica(id, prefix)) stripped = *dashed;
  }
  auto key = plain_key(stripped.base);
  const bool mlu = stripped.base.starts_with("MLU-") && stripped.base.size() > 4;
  if (!key && (mlu || is_uuid(stripped.base))) key = uuid_key(stripped.base);
  return unreal_id(key, stripped, vendor_by_domain(resource), kName);
}

}  // namespace

Scheme describe() {
  return {.name = kName,
          .summary = "HAMi and 4paradigm vGPU: cards by UUID, one annotation per kind of device",
          .resources = kResources,
          .reads = kReads,
          .rank = 10,
          .ids = kIds,
          .device_key = device_key,
          .claims_of_pod = claims_of_pod,
          .devices_of_node = devices_of_node,
          .unreal_vendors = unreal_vendors};
}

}  // namespace pge::schemes::hami
