// SPDX-License-Identifier: Apache-2.0
#include "schemes/device_ids.h"

#include <array>
#include <vector>

#include "base/strings.h"
#include "schemes/id_forms.h"
#include "schemes/scheme.h"

namespace pge::schemes {
namespace {

using Kind = DeviceKey::Kind;

constexpr std::string_view kPlugin = "device-plugin";

// Vendors of whose ids no form is known, by the resource's name. A plugin that shares cards under
// annotations of its own has ids that mean nothing.
struct Plain {
  std::string_view resources;
  std::string_view vendor;
  std::string_view scheme = kPlugin;
};

constexpr std::array kPlain = {
    Plain{"tke.cloud.tencent.com/qgpu-*", "nvidia", "qgpu"},
    Plain{"habana.ai/*", "habana"},
    Plain{"hygon.com/*", "hygon"},
    Plain{"metax-tech.com/*", "metax"},
    Plain{"mthreads.com/*", "mthreads"},
    Plain{"enflame.com/*", "enflame"},
    Plain{"kunlunxin.com/*", "kunlunxin"},
    Plain{"birentech.com/*", "biren"},
    Plain{"vastaitech.com/*", "vastai"},
    Plain{"aws.amazon.com/neuron*", "aws"},
};

const Plain* plain_of(std::string_view resource) {
  for (const Plain& plain : kPlain) {
    if (glob_match(plain.resources, resource)) return &plain;
  }
  return nullptr;
}

bool reads_ids_of(const Scheme& scheme, std::string_view resource) {
  if (scheme.device_key == nullptr || resource.empty()) return false;
  for (const std::string_view pattern : scheme.ids.empty() ? scheme.resources : scheme.ids) {
    // Most patterns are another vendor's; their first byte says so.
    const bool may_fit = pattern.front() == '*' || pattern.front() == resource.front();
    if (may_fit && glob_match(pattern, resource)) return true;
  }
  return false;
}

// What the form says by itself; a vendor that is known by the resource's name keeps it.
ParsedId parse_form(std::string_view id, std::string_view vendor) {
  const Stripped stripped = strip_marked_replica(id);
  const auto key = plain_key(stripped.base);
  if (!key) {
    const std::string_view scheme = stripped.shared ? "time-slicing" : kPlugin;
    return parsed_id(std::nullopt, stripped, vendor, scheme);
  }
  ParsedId out = parse_nvidia_id(id);
  out.vendor = vendor;
  if (vendor.empty() && key->kind != Kind::pci) {
    out.vendor = key->kind == Kind::platform ? "amd" : "nvidia";
  }
  return out;
}

ParsedId parse_unclaimed(std::string_view resource, std::string_view id) {
  const Plain* plain = plain_of(resource);
  if (plain == nullptr) return parse_form(id, "");
  if (plain->scheme == kPlugin) return parse_form(id, plain->vendor);
  ParsedId units;  // of a card without a card in them
  units.vendor = plain->vendor;
  units.scheme = plain->scheme;
  units.id_is_real = false;
  return units;
}

ParsedId parse_by_schemes(std::string_view resource, std::string_view id) {
  std::optional<ParsedId> unknown_form;
  for (const Scheme& scheme : all_schemes()) {
    if (!reads_ids_of(scheme, resource)) continue;
    ParsedId parsed = scheme.device_key(resource, id);
    if (parsed.key.kind != Kind::opaque || !parsed.id_is_real) return parsed;
    unknown_form = std::move(parsed);  // the vendor's own plugin is asked last
  }
  return unknown_form ? *std::move(unknown_form) : parse_unclaimed(resource, id);
}

bool is_slice(const DeviceKey& key) {
  return key.kind == Kind::mig_legacy || key.gpu_instance >= 0 || key.text.starts_with("MIG-");
}

}  // namespace

ParsedId parsed_id(const std::optional<DeviceKey>& key, const Stripped& stripped,
                   std::string_view vendor, std::string_view scheme) {
  ParsedId out;
  out.key = key ? *key : text_key(Kind::opaque, stripped.base);
  out.replica = stripped.replica;
  out.shared = stripped.shared;
  out.vendor = vendor;
  out.scheme = scheme;
  return out;
}

ParsedId unreal_id(const std::optional<DeviceKey>& key, const Stripped& stripped,
                   std::string_view vendor, std::string_view scheme) {
  ParsedId out = parsed_id(key, stripped, vendor, scheme);
  out.id_is_real = false;
  return out;
}

ParsedId parse_nvidia_id(std::string_view id) {
  if (const auto hami = strip_dashed_replica(id, "GPU-")) {
    return unreal_id(uuid_key(hami->base), *hami, "nvidia", "hami");
  }
  const Stripped stripped = strip_marked_replica(id);
  const bool nameless = stripped.base == "tegra" || stripped.base == "all";
  const auto key = nameless ? text_key(Kind::platform, stripped.base) : plain_key(stripped.base);
  ParsedId out = parsed_id(key, stripped, "nvidia");
  // Replicas of a slice are shared first of all: whose they are says the device.
  if (out.shared) {
    out.scheme = "time-slicing";
  } else if (is_slice(out.key)) {
    out.scheme = "mig";
  }
  return out;
}

// Nothing is left once a vendor's prefix and a replica part are gone.
bool names_nothing(std::string_view id) {
  for (const std::string_view prefix : {"MIG-GPU-", "GPU-", "MIG-", "MLU-"}) {
    if (!id.starts_with(prefix)) continue;
    id.remove_prefix(prefix.size());
    break;
  }
  for (const std::string_view mark : {"::", "/vgpu", "-_-"}) id = id.substr(0, id.find(mark));
  if (id == "card" || id == "nvidia") return true;  // of Intel's and GKE's, less the number
  return id.find_first_not_of(" -_:./") == std::string_view::npos;
}

ParsedId parse_device_id(std::string_view resource, std::string_view id) {
  ParsedId out = parse_by_schemes(resource, id);
  out.malformed = names_nothing(id);
  return out;
}

std::string_view vendor_of_resource(std::string_view resource) {
  for (const Scheme& scheme : all_schemes()) {
    if (reads_ids_of(scheme, resource) && !scheme.vendor.empty()) return scheme.vendor;
  }
  const Plain* plain = plain_of(resource);
  return plain == nullptr ? std::string_view() : plain->vendor;
}

}  // namespace pge::schemes
