// SPDX-License-Identifier: Apache-2.0
#include "kube/files/container_response.h"

#include "device_plugin.pb.h"

namespace pge {
namespace {

constexpr std::size_t kMostBytes = 128U << 10;
constexpr int kMostItems = 4096;

TextMap texts(const google::protobuf::RepeatedPtrField<deviceplugin::Text>& entries) {
  TextMap map;
  for (const auto& entry : entries) map.insert_or_assign(entry.key(), entry.value());
  return map;
}

}  // namespace

std::optional<ContainerResponse> decode_container_response(std::string_view bytes) {
  deviceplugin::AllocateResponse message;
  if (bytes.size() > kMostBytes ||
      !message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
    return std::nullopt;
  }
  const int items = message.envs_size() + message.mounts_size() + message.devices_size() +
                    message.annotations_size() + message.cdi_devices_size();
  if (items > kMostItems) return std::nullopt;
  ContainerResponse response;
  response.envs = texts(message.envs());
  response.annotations = texts(message.annotations());
  for (const auto& mount : message.mounts()) response.mounts.push_back(mount.container_path());
  for (const auto& device : message.devices()) {
    response.device_nodes.push_back(device.host_path().empty() ? device.container_path()
                                                               : device.host_path());
  }
  for (const auto& cdi : message.cdi_devices()) response.cdi_names.push_back(cdi.name());
  return response;
}

}  // namespace pge
