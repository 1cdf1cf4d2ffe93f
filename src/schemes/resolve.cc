// SPDX-License-Identifier: Apache-2.0
#include "schemes/resolve.h"

#include <optional>
#include <utility>

#include "base/strings.h"
#include "model/cdi_name.h"
#include "schemes/dra_drivers.h"
#include "schemes/dra_objects.h"
#include "schemes/id_forms.h"

namespace pge::schemes {
namespace {

using Kind = DeviceKey::Kind;

// Driver, pool and device of "<driver>/<pool>/<device>"; a pool may have slashes of its own.
struct DraParts {
  std::string_view driver;
  std::string_view device;
};

std::optional<DraParts> parts_of(std::string_view name) {
  const std::size_t first = name.find('/');
  const std::size_t last = name.rfind('/');
  if (first == std::string_view::npos || first == last) return std::nullopt;
  return DraParts{name.substr(0, first), name.substr(last + 1)};
}

// "gpu-<minor>", or "gpu-<minor>-mig-<profile without dots>-<profile id>-<start>". Older drivers
// wrote "-mig-<profile id>-<start>-<size>" instead: as many numbers, of another meaning, which name
// no profile.
const Device* by_nvidia_name(std::string_view name, const Inventory& inventory) {
  constexpr std::string_view kSlice = "-mig-";
  const std::size_t slice = name.find(kSlice);
  const auto minor = number_after(name.substr(0, slice), "gpu-");
  if (!minor) return nullptr;
  if (slice == std::string_view::npos) {
    return inventory.by_number(number_key(Kind::minor, *minor), "nvidia");
  }
  const std::string_view rest = name.substr(slice + kSlice.size());
  const std::string_view profile = rest.substr(0, rest.find('-'));
  return small_number(profile) ? nullptr : inventory.only_slice(*minor, profile);
}

const Device* by_dra(std::string_view name, const Inventory& inventory) {
  if (const Device* device = inventory.by_name(name)) return device;
  const auto parts = parts_of(name);
  if (!parts) return nullptr;
  if (vendor_of_driver(parts->driver) == "nvidia") return by_nvidia_name(parts->device, inventory);
  const auto address = pci_in_name(parts->device);
  return address ? inventory.by_pci(*address) : nullptr;
}

// CDI names of drivers whose inventory is known by aliases: "intel.com/gpu=0000-03-00-0-0x56c0".
const Device* by_opaque(std::string_view text, const Inventory& inventory) {
  if (const Device* device = inventory.by_name(text)) return device;
  const auto cdi = parse_cdi_name(text);
  if (!cdi) return nullptr;
  if (const Device* device = inventory.by_name(cdi->device)) return device;
  if (const auto index = small_number(cdi->device); index && cdi->device_class == "gpu") {
    const bool amd = cdi->vendor == "amd.com";
    if (!amd && !cdi->vendor.ends_with("nvidia.com")) return nullptr;
    return inventory.by_number(number_key(Kind::index, *index), amd ? "amd" : "nvidia");
  }
  return inventory.by_end_of_alias(device_of_claim(*cdi));
}

const Device* by_legacy_mig(const DeviceKey& key, const Inventory& inventory) {
  const std::string id = "MIG-" + key.text + "/" + std::to_string(key.gpu_instance) + "/" +
                         std::to_string(key.compute_instance);
  if (const Device* device = inventory.by_id(id)) return device;
  return inventory.by_instance(key.text, key.gpu_instance, key.compute_instance);
}

// A platform name or DRM card is an id of its own, or an address that the inventory ties to it.
const Device* by_address(std::string_view text, const Inventory& inventory) {
  const Device* device = inventory.by_pci(text);
  return device != nullptr ? device : inventory.by_name(text);
}

}  // namespace

const Device* resolve(const DeviceKey& key, const Inventory& inventory, std::string_view vendor) {
  switch (key.kind) {
    case Kind::none:
    case Kind::group:
      return nullptr;
    case Kind::minor:
    case Kind::index:
      return inventory.by_number(key, vendor);
    case Kind::pci:
      return by_address(key.text, inventory);
    case Kind::mig_legacy:
      return by_legacy_mig(key, inventory);
    case Kind::dra:
      return by_dra(key.text, inventory);
    case Kind::opaque:
      return by_opaque(key.text, inventory);
    case Kind::uuid:
    case Kind::card:
    case Kind::mig_slot:
    case Kind::platform:
      return inventory.by_name(key.text);
  }
  return nullptr;
}

DeviceKey key_of_cdi(std::string_view text, std::string_view node) {
  const auto name = parse_cdi_name(text);
  if (!name) return text_key(Kind::opaque, text);
  const std::string_view device = device_of_claim(*name);
  if (name->vendor == "k8s.gpu.nvidia.com" && device.size() < name->device.size()) {
    return text_key(Kind::dra, dra_name("gpu.nvidia.com", node, device));
  }
  const bool nvidia = name->vendor == "nvidia.com" || name->vendor.ends_with(".nvidia.com");
  if (!nvidia || (name->device_class != "gpu" && name->device_class != "mig")) {
    return text_key(Kind::opaque, text);
  }
  if (auto key = nvidia_uuid_key(device)) return *key;
  if (const auto index = small_number(device)) return number_key(Kind::index, *index);
  return text_key(Kind::opaque, text);
}

}  // namespace pge::schemes
