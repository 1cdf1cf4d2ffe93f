// SPDX-License-Identifier: Apache-2.0
#include "sources/node/given_devices.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "base/strings.h"
#include "schemes/id_forms.h"
#include "sources/node/given_shares.h"

namespace pge {
namespace {

using By = GivenDevices::By;
using Kind = DeviceKey::Kind;

constexpr std::size_t kMostDevices = 256;
constexpr std::string_view kVisible = "NVIDIA_VISIBLE_DEVICES";
constexpr std::string_view kMountDir = "/var/run/nvidia-container-devices";
constexpr std::string_view kCdiAnnotation = "cdi.k8s.io/";
constexpr std::string_view kVcudaDevice = "tencent.com/vcuda-device";
constexpr auto kNoDevice = std::to_array<std::string_view>({"", "all", "none", "void"});

// "k8s.device-plugin.nvidia.com/gpu=<id>", "nvidia.com/gpu=<id>", "nvidia.com/mig=<id>": what
// stands behind "="; nothing for other vendors and other kinds ("nvidia.com/gds=all").
std::optional<std::string_view> nvidia_cdi_id(std::string_view name) {
  const std::size_t equals = name.find('=');
  if (equals == std::string_view::npos) return std::nullopt;
  const std::string_view kind = name.substr(0, equals);
  const std::size_t slash = kind.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const std::string_view vendor = kind.substr(0, slash);
  const std::string_view device = kind.substr(slash + 1);
  const bool nvidia = vendor == "nvidia.com" || vendor.ends_with(".nvidia.com");
  if (!nvidia || (device != "gpu" && device != "mig")) return std::nullopt;
  return name.substr(equals + 1);
}

// Gathers devices of one list. What it cannot read makes the list worthless: the rest of it would
// look like the whole.
class List {
 public:
  void add(std::string_view text) {
    text = trim(text);
    if (const auto id = nvidia_cdi_id(text)) text = *id;
    if (std::ranges::find(kNoDevice, text) != kNoDevice.end()) return;
    if (const auto key = schemes::nvidia_uuid_key(text)) {
      add(*key, text, By::name);
    } else if (const auto index = schemes::small_number(text)) {
      add(schemes::number_key(Kind::index, *index), text, By::index);
    } else {
      bad_ = true;
    }
  }

  void add(DeviceKey key, std::string_view raw, By by) {
    if (devices_.size() == kMostDevices || (by_ != By::nothing && by_ != by)) bad_ = true;
    if (bad_) return;
    by_ = by;
    const auto same = [&](const GivenDevice& device) { return device.key == key; };
    if (std::ranges::none_of(devices_, same))
      devices_.push_back({std::move(key), std::string(raw)});
  }

  GivenDevices take() {
    if (bad_ || devices_.empty()) return {};
    return {by_, std::move(devices_)};
  }

 private:
  std::vector<GivenDevice> devices_;
  By by_ = By::nothing;
  bool bad_ = false;
};

GivenDevices by_mounts(const ContainerResponse& response) {
  List list;
  for (std::string_view mount : response.mounts) {
    if (!mount.starts_with(kMountDir)) continue;
    mount.remove_prefix(kMountDir.size());
    if (mount.size() < 2 || mount.front() != '/') continue;
    // "/<id>", or "/cdi/<vendor>/<class>/<id>"
    list.add(mount.starts_with("/cdi/") ? mount.substr(mount.rfind('/') + 1) : mount.substr(1));
  }
  return list.take();
}

GivenDevices by_variable(const ContainerResponse& response) {
  const auto text = find_text(response.envs, kVisible);
  if (!text) return {};
  if (trim(*text) == kMountDir) return by_mounts(response);
  List list;
  for (const std::string_view device : split(*text, ',')) list.add(device);
  return list.take();
}

GivenDevices by_cdi(const ContainerResponse& response) {
  List list;
  const auto add = [&](std::string_view name) {
    if (nvidia_cdi_id(trim(name))) list.add(name);
  };
  for (const std::string& name : response.cdi_names) add(name);
  for (auto it = response.annotations.lower_bound(kCdiAnnotation);
       it != response.annotations.end() && it->first.starts_with(kCdiAnnotation); ++it) {
    for (const std::string_view name : split(it->second, ',')) add(name);
  }
  return list.take();
}

// "/dev/nvidia1", also below the root of a driver container; "/dev/dri/card1".
std::optional<DeviceKey> node_key(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const std::string_view directory = path.substr(0, slash);
  const std::string_view name = path.substr(slash + 1);
  if (directory.ends_with("/dev")) {
    if (const auto minor = schemes::number_after(name, "nvidia"))
      return schemes::number_key(Kind::minor, *minor);
  }
  if (directory.ends_with("/dev/dri") && schemes::number_after(name, "card"))
    return schemes::text_key(Kind::card, name);
  return std::nullopt;
}

GivenDevices by_nodes(const std::vector<std::string_view>& paths) {
  List cards;
  List minors;
  for (const std::string_view path : paths) {
    const auto key = node_key(trim(path));
    if (!key) continue;
    // A card of NVIDIA's has a DRM node as well; its minor says more.
    (key->kind == Kind::minor ? minors : cards).add(*key, trim(path), By::node);
  }
  GivenDevices given = minors.take();
  return given.devices.empty() ? cards.take() : given;
}

GivenDevices by_annotation(const ContainerResponse& response) {
  const auto text = find_text(response.annotations, kVcudaDevice);
  return text ? by_nodes(split(*text, ',')) : GivenDevices{};
}

}  // namespace

GivenDevices given_devices(const ContainerResponse& response) {
  GivenDevices given = by_variable(response);
  if (given.devices.empty()) given = by_cdi(response);
  if (given.devices.empty()) given = by_annotation(response);
  if (given.devices.empty())
    given = by_nodes({response.device_nodes.begin(), response.device_nodes.end()});
  given.hami = has_hami_limits(response);
  add_shares(response, given.devices);
  return given;
}

}  // namespace pge
