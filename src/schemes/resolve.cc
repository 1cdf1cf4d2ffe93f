// SPDX-License-Identifier: Apache-2.0
#include "schemes/resolve.h"

#include <optional>
#include <utility>

#include "base/strings.h"
#include "schemes/dra_devices.h"
#include "schemes/dra_drivers.h"
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
  if (slice == std::string_view::npos) return inventory.by_number(number_key(Kind::minor, *minor));
  const std::string_view rest = name.substr(slice + kSlice.size());
  const std::string_view profile = rest.substr(0, rest.find('-'));
  return small_number(profile) ? nullptr : inventory.only_slice(*minor, profile);
}

const Device* by_dra(std::string_view name, const Inventory& inventory) {
  if (const Device* device = inventory.by_id(name)) return device;
  const auto parts = parts_of(name);
  if (!parts) return nullptr;
  if (vendor_of_driver(parts->driver) == "nvidia") return by_nvidia_name(parts->device, inventory);
  const DeviceKey key = key_of_name(parts->driver, {}, parts->device);
  return key.kind == Kind::pci ? inventory.by_pci(key.text) : nullptr;
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
  return device != nullptr ? device : inventory.by_id(text);
}

}  // namespace

const Device* resolve(const DeviceKey& key, const Inventory& inventory) {
  switch (key.kind) {
    case Kind::none:
    case Kind::group:
      return nullptr;
    case Kind::minor:
    case Kind::index:
      return inventory.by_number(key);
    case Kind::pci:
      return by_address(key.text, inventory);
    case Kind::mig_legacy:
      return by_legacy_mig(key, inventory);
    case Kind::dra:
      return by_dra(key.text, inventory);
    case Kind::uuid:
      return inventory.by_id_in_any_case(key.text);
    case Kind::opaque:
    case Kind::card:
    case Kind::mig_slot:
    case Kind::platform:
      return inventory.by_id(key.text);
  }
  return nullptr;
}

DeviceKey key_of_cdi(std::string_view name, std::string_view node) {
  constexpr std::string_view kClaim = "k8s.gpu.nvidia.com/claim";
  const std::size_t equals = name.find('=');
  if (equals == std::string_view::npos) return text_key(Kind::opaque, name);
  const std::string_view kind = name.substr(0, equals);
  const std::string_view device = name.substr(equals + 1);
  if (kind == kClaim && device.size() > kUuidLength + 1 && device[kUuidLength] == '-')
    return text_key(Kind::dra, dra_name("gpu.nvidia.com", node, device.substr(kUuidLength + 1)));
  if (!kind.ends_with("nvidia.com/gpu") && !kind.ends_with("nvidia.com/mig"))
    return text_key(Kind::opaque, name);
  if (auto key = nvidia_uuid_key(device)) return *key;
  if (const auto index = small_number(device)) return number_key(Kind::index, *index);
  return text_key(Kind::opaque, name);
}

}  // namespace pge::schemes
