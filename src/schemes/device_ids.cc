// SPDX-License-Identifier: Apache-2.0
#include "schemes/device_ids.h"

#include <array>

#include "schemes/id_forms.h"

namespace pge::schemes {
namespace {

using Kind = DeviceKey::Kind;

// An id without its replica part.
struct Stripped {
  std::string_view base;
  std::optional<std::uint32_t> replica;
  bool shared = false;
};

std::optional<std::uint32_t> replica_number(std::string_view text) {
  const auto number = small_number(text);
  if (!number) return std::nullopt;
  return static_cast<std::uint32_t>(*number);
}

// "<base>::<n>" and "<base>::" (NVIDIA, Iluvatar, vgpu-manager), "<base>/vgpu<n>" (GKE),
// "<base>-_-<n>" (gpushare, Cambricon).
Stripped strip_marked_replica(std::string_view id) {
  for (const std::string_view mark : {"::", "/vgpu", "-_-"}) {
    const std::size_t at = id.find(mark);
    if (at == std::string_view::npos || at == 0) continue;
    return {id.substr(0, at), replica_number(id.substr(at + mark.size())), true};
  }
  return {id, std::nullopt, false};
}

// "GPU-<uuid>-<n>", "MLU-<uuid>-<n>" or "<uuid>-<n>". A bare UUID ends in a dash and digits too;
// only what follows its 36 characters is a replica.
std::optional<Stripped> strip_dashed_replica(std::string_view id, std::string_view prefix) {
  if (!id.starts_with(prefix)) return std::nullopt;
  const std::size_t length = prefix.size() + kUuidLength;
  if (id.size() < length + 2 || id[length] != '-') return std::nullopt;
  if (!is_uuid(id.substr(prefix.size(), kUuidLength))) return std::nullopt;
  const auto replica = replica_number(id.substr(length + 1));
  if (!replica) return std::nullopt;
  return Stripped{id.substr(0, length), replica, true};
}

void take(ParsedId& out, DeviceKey key, const Stripped& stripped) {
  out.key = std::move(key);
  out.replica = stripped.replica;
  out.shared = stripped.shared;
}

// "nvidia0", "nvidia0/gi3"
std::optional<DeviceKey> gke_key(std::string_view text) {
  const std::size_t slash = text.find('/');
  const auto minor = number_after(text.substr(0, slash), "nvidia");
  if (!minor) return std::nullopt;
  DeviceKey key = number_key(Kind::minor, *minor);
  key.text = text;  // what the device is called where no inventory ties the number to a card
  if (slash != std::string_view::npos) {
    const auto instance = number_after(text.substr(slash + 1), "gi");
    if (!instance) return std::nullopt;
    key.gpu_instance = *instance;
  }
  return key;
}

// Forms that say by themselves what they name, whatever the resource is called.
std::optional<DeviceKey> plain_key(std::string_view text) {
  if (auto key = nvidia_uuid_key(text)) return key;
  if (auto key = gke_key(text)) return key;
  if (auto pci = canonical_pci(text)) return text_key(Kind::pci, *pci);
  if (auto partition = number_after(text, "amdgpu_xcp_")) {
    return text_key(Kind::platform, "amdgpu_xcp_" + std::to_string(*partition));
  }
  return std::nullopt;
}

bool is_slice(const DeviceKey& key) {
  return key.kind == Kind::mig_legacy || key.gpu_instance >= 0 || key.text.starts_with("MIG-");
}

void parse_nvidia(std::string_view id, ParsedId& out) {
  if (const auto hami = strip_dashed_replica(id, "GPU-")) {
    take(out, uuid_key(hami->base), *hami);
    out.scheme = "hami";
    out.id_is_real = false;
    return;
  }
  const Stripped stripped = strip_marked_replica(id);
  if (stripped.base == "tegra" || stripped.base == "all") {
    take(out, text_key(Kind::platform, stripped.base), stripped);
  } else {
    const auto key = plain_key(stripped.base);
    take(out, key ? *key : text_key(Kind::opaque, stripped.base), stripped);
  }
  // Replicas of a slice are shared first of all: whose they are says the device.
  out.scheme = out.shared ? "time-slicing" : is_slice(out.key) ? "mig" : "device-plugin";
}

// nos cuts cards by MPS alone and names the resource after the memory of the part.
void parse_nos(std::string_view id, ParsedId& out) {
  parse_nvidia(id, out);
  if (out.scheme == "time-slicing") out.scheme = "mps";
}

void parse_amd(std::string_view id, ParsedId& out) {
  std::string lower(id);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  const auto key = plain_key(lower);
  take(out, key ? *key : text_key(Kind::opaque, id), {});
}

// "card1-0": the share is there even where a card is not shared.
void parse_intel(std::string_view id, ParsedId& out) {
  const auto parts = cut_last_dash(id);
  if (parts && number_after(parts->first, "card")) {
    if (const auto share = replica_number(parts->second)) {
      take(out, text_key(Kind::card, parts->first), {parts->first, share, true});
      return;
    }
  }
  if (number_after(id, "card")) {
    out.key = text_key(Kind::card, id);
    return;
  }
  const auto key = plain_key(id);
  out.key = key ? *key : text_key(Kind::opaque, id);
}

void parse_monitoring(std::string_view, ParsedId& out) { out.monitoring = true; }

// "MLU-<uuid>", "MLU-<uuid>-_-<n>" (env share), "MLU-<uuid>-mim-MLU-<uuid>" (a hardware partition,
// which has its own id), "MLU-<uuid>-<profile>-<n>" (sMLU), "real-mlu-counts-MLU-<uuid>" (counts
// the cards behind the shares, gives nothing).
void parse_cambricon(std::string_view id, ParsedId& out) {
  constexpr std::string_view kCounts = "real-mlu-counts-";
  constexpr std::string_view kMim = "-mim-";
  if (id.starts_with(kCounts)) {
    out.key = uuid_key(id.substr(kCounts.size()));
    out.monitoring = true;
    return;
  }
  if (const std::size_t mim = id.find(kMim); mim != std::string_view::npos) {
    out.key = uuid_key(id.substr(mim + kMim.size()));
    out.scheme = "mim";
    return;
  }
  const Stripped share = strip_marked_replica(id);
  if (share.shared) {
    take(out, uuid_key(share.base), share);
    out.scheme = "time-slicing";
    return;
  }
  const std::size_t length = (id.starts_with("MLU-") ? 4U : 0U) + kUuidLength;
  const bool has_uuid =
      id.size() >= length && is_uuid(id.substr(length - kUuidLength, kUuidLength));
  if (has_uuid && id.size() > length && id[length] == '-') {
    const std::string_view number = id.substr(id.rfind('-') + 1);
    take(out, uuid_key(id.substr(0, length)), {id, replica_number(number), true});
    out.scheme = "smlu";
    return;
  }
  out.key = has_uuid || id.starts_with("MLU-") ? uuid_key(id) : text_key(Kind::opaque, id);
}

// "Ascend910-0"; "Ascend910-2c-100-1" is a partition (template, its number, card) with an id of its
// own; "<uuid>-<n>" comes from the plugin that shares by HAMi's annotations.
void parse_ascend(std::string_view id, ParsedId& out) {
  if (id.starts_with("Ascend") && id.find('-') != std::string_view::npos) {
    out.key = uuid_key(id);
    const std::size_t dash = id.find('-');
    if (!small_number(id.substr(dash + 1))) out.scheme = "vnpu";
    return;
  }
  if (const auto hami = strip_dashed_replica(id, "")) {
    take(out, uuid_key(hami->base), *hami);
    out.scheme = "hami";
    out.id_is_real = false;
    return;
  }
  out.key = is_uuid(id) ? uuid_key(id) : text_key(Kind::opaque, id);
}

// A UUID of the vendor's, with or without "::<n>".
void parse_iluvatar(std::string_view id, ParsedId& out) {
  const Stripped stripped = strip_marked_replica(id);
  const auto key = plain_key(stripped.base);
  take(out,
       key                      ? *key
       : is_uuid(stripped.base) ? uuid_key(stripped.base)
                                : text_key(Kind::opaque, stripped.base),
       stripped);
  if (out.shared) out.scheme = "time-slicing";
}

// Units of a card without a card in them: "tencent.com/vcuda-core-7".
void parse_units(std::string_view, ParsedId&) {}

void parse_gpushare(std::string_view id, ParsedId& out) {
  const Stripped stripped = strip_marked_replica(id);
  const auto key = nvidia_uuid_key(stripped.base);
  take(out, key ? *key : text_key(Kind::opaque, stripped.base), stripped);
}

// "<number>-<n>"
void parse_numbered(Kind kind, std::string_view id, ParsedId& out) {
  const auto parts = cut_last_dash(id);
  const auto number = parts ? small_number(parts->first) : std::nullopt;
  if (!number) {
    out.key = text_key(Kind::opaque, id);
    return;
  }
  take(out, number_key(kind, *number), {parts->first, replica_number(parts->second), true});
}

void parse_volcano_gpu(std::string_view id, ParsedId& out) { parse_numbered(Kind::index, id, out); }

void parse_elastic_gpu(std::string_view id, ParsedId& out) { parse_numbered(Kind::minor, id, out); }

// "<uuid>-<n>", "<uuid>-memory-<n>", "<uuid>-core-<n>"
void parse_volcano_vgpu(std::string_view id, ParsedId& out) {
  if (const auto parts = cut_last_dash(id)) {
    for (const std::string_view unit : {"-memory", "-core"}) {
      if (!parts->first.ends_with(unit)) continue;
      const std::string_view base = parts->first.substr(0, parts->first.size() - unit.size());
      if (const auto key = nvidia_uuid_key(base)) {
        take(out, *key, {base, replica_number(parts->second), true});
        return;
      }
    }
  }
  if (const auto replica = strip_dashed_replica(id, "GPU-")) {
    take(out, uuid_key(replica->base), *replica);
    return;
  }
  const auto key = nvidia_uuid_key(id);
  out.key = key ? *key : text_key(Kind::opaque, id);
}

void parse_other(std::string_view id, ParsedId& out) {
  const Stripped stripped = strip_marked_replica(id);
  if (const auto key = plain_key(stripped.base)) {
    parse_nvidia(id, out);
    if (out.vendor.empty() && key->kind != Kind::pci) {
      out.vendor = key->kind == Kind::platform ? "amd" : "nvidia";
    }
    return;
  }
  take(out, text_key(Kind::opaque, stripped.base), stripped);
  if (out.shared) out.scheme = "time-slicing";
}

// Nothing is left once a vendor's prefix and a replica part are gone.
bool names_nothing(std::string_view id) {
  for (const std::string_view prefix : {"MIG-GPU-", "GPU-", "MIG-", "MLU-"}) {
    if (!id.starts_with(prefix)) continue;
    id.remove_prefix(prefix.size());
    break;
  }
  for (const std::string_view mark : {"::", "/vgpu", "-_-"}) id = id.substr(0, id.find(mark));
  return id.find_first_not_of(" -_:./") == std::string_view::npos;
}

// How the ids of a resource read. The first row that fits counts; `name` ending in '*' fits every
// name that starts so, a leading '*' every name that ends so.
struct Row {
  std::string_view resource;
  std::string_view vendor;
  std::string_view scheme;
  bool real;
  void (*parse)(std::string_view id, ParsedId& out);
};

constexpr std::string_view kPlugin = "device-plugin";

constexpr std::array kRows = {
    Row{"volcano.sh/vgpu-*", "nvidia", "volcano-vgpu", false, parse_volcano_vgpu},
    Row{"*/vgpu-number", "nvidia", "vgpu-manager", false, parse_gpushare},
    Row{"*/vgpu-memory", "nvidia", "vgpu-manager", false, parse_gpushare},
    Row{"*/vgpu-cores", "nvidia", "vgpu-manager", false, parse_gpushare},
    Row{"nvidia.com/gpu-*", "nvidia", kPlugin, true, parse_nos},
    Row{"nvidia.com/*", "nvidia", kPlugin, true, parse_nvidia},
    Row{"amd.com/*", "amd", kPlugin, true, parse_amd},
    Row{"gpu.intel.com/monitoring", "intel", kPlugin, true, parse_monitoring},
    Row{"gpu.intel.com/i915_monitoring", "intel", kPlugin, true, parse_monitoring},
    Row{"gpu.intel.com/xe_monitoring", "intel", kPlugin, true, parse_monitoring},
    Row{"gpu.intel.com/*", "intel", kPlugin, true, parse_intel},
    Row{"habana.ai/*", "habana", kPlugin, true, parse_other},
    Row{"cambricon.com/vmlu", "cambricon", "hami", false, parse_cambricon},
    Row{"cambricon.com/*", "cambricon", kPlugin, true, parse_cambricon},
    Row{"huawei.com/*", "ascend", kPlugin, true, parse_ascend},
    Row{"iluvatar.ai/*-vgpu", "iluvatar", "hami", false, parse_iluvatar},
    Row{"iluvatar.com/*", "iluvatar", kPlugin, true, parse_iluvatar},
    Row{"iluvatar.ai/*", "iluvatar", kPlugin, true, parse_iluvatar},
    Row{"tencent.com/vcuda-*", "nvidia", "gpu-manager", false, parse_units},
    Row{"tke.cloud.tencent.com/qgpu-*", "nvidia", "qgpu", false, parse_units},
    Row{"aliyun.com/gpu-mem", "nvidia", "gpushare", false, parse_gpushare},
    Row{"volcano.sh/gpu-*", "nvidia", "volcano-gpu", false, parse_volcano_gpu},
    Row{"elasticgpu.io/*", "nvidia", "elastic-gpu", false, parse_elastic_gpu},
    Row{"elasticgpu.com/*", "nvidia", "elastic-gpu", false, parse_elastic_gpu},
    Row{"koordinator.sh/gpu*", "", "koordinator", false, parse_other},
    Row{"hygon.com/dcunum", "hygon", "hami", false, parse_other},
    Row{"hygon.com/*", "hygon", kPlugin, true, parse_other},
    Row{"metax-tech.com/*", "metax", kPlugin, true, parse_other},
    Row{"mthreads.com/vgpu", "mthreads", "hami", false, parse_other},
    Row{"mthreads.com/*", "mthreads", kPlugin, true, parse_other},
    Row{"enflame.com/*", "enflame", kPlugin, true, parse_other},
    Row{"kunlunxin.com/*", "kunlunxin", kPlugin, true, parse_other},
    Row{"birentech.com/*", "biren", kPlugin, true, parse_other},
    Row{"vastaitech.com/*", "vastai", kPlugin, true, parse_other},
    Row{"aws.amazon.com/neuron*", "aws", kPlugin, true, parse_other},
    Row{"*", "", kPlugin, true, parse_other},
};

// One star at most; anything between prefix and suffix fits it.
bool fits(std::string_view pattern, std::string_view name) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == name;
  const std::string_view head = pattern.substr(0, star);
  const std::string_view tail = pattern.substr(star + 1);
  return name.size() >= head.size() + tail.size() && name.starts_with(head) && name.ends_with(tail);
}

const Row& row_of(std::string_view resource) {
  for (const Row& row : kRows) {
    if (fits(row.resource, resource)) return row;
  }
  return kRows.back();
}

}  // namespace

ParsedId parse_device_id(std::string_view resource, std::string_view id) {
  const Row& row = row_of(resource);
  ParsedId out;
  out.vendor = row.vendor;
  out.scheme = row.scheme;
  out.id_is_real = row.real;
  row.parse(id, out);
  out.malformed = names_nothing(id);
  if (!row.real) {  // whatever the form looks like, this plugin's ids say nothing
    out.scheme = row.scheme;
    out.id_is_real = false;
  }
  return out;
}

std::string_view vendor_of_resource(std::string_view resource) { return row_of(resource).vendor; }

}  // namespace pge::schemes
