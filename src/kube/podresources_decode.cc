// SPDX-License-Identifier: Apache-2.0
#include "kube/podresources_decode.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/wire_format_lite.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "podresources_v1.pb.h"

namespace pge {
namespace {

using google::protobuf::internal::WireFormatLite;
using google::protobuf::io::CodedInputStream;

class Decoder {
 public:
  explicit Decoder(google::protobuf::io::ZeroCopyInputStream& reply) : in_(&reply) {}

  bool list(std::vector<ListedPod>& pods) {
    return fields([&](int field) -> Step {
      if (field != v1::ListPodResourcesResponse::kPodResourcesFieldNumber) return kSkip;
      return item() && message([&] { return pod(pods.emplace_back()); });
    });
  }

  bool allocatable(std::vector<ResourceDevices>& devices) {
    return fields([&](int field) -> Step {
      if (field != v1::AllocatableResourcesResponse::kDevicesFieldNumber) return kSkip;
      return item() && message([&] { return resource_devices(devices); });
    });
  }

  Error error() const {
    if (items_ > kMostListedItems)
      return Error{ErrorKind::too_large,
                   "more than " + std::to_string(kMostListedItems) + " items in one reply",
                   {},
                   {}};
    return Error{ErrorKind::malformed, "the reply is not a PodResources message", {}, {}};
  }

 private:
  // What became of a field: read or not readable; nothing: not one of ours.
  using Step = std::optional<bool>;
  static constexpr std::nullopt_t kSkip = std::nullopt;

  // Every field up to the end of the message. `on_field` is asked about length-delimited ones, as
  // all that we read are; what is not ours is skipped over.
  template <class OnField>
  bool fields(OnField on_field) {
    while (const std::uint32_t tag = in_.ReadTag()) {
      Step read = kSkip;
      if (WireFormatLite::GetTagWireType(tag) == WireFormatLite::WIRETYPE_LENGTH_DELIMITED)
        read = on_field(WireFormatLite::GetTagFieldNumber(tag));
      if (!read) read = WireFormatLite::SkipField(&in_, tag);
      if (!*read) return false;
    }
    return in_.ConsumedEntireMessage();
  }

  template <class Body>
  bool message(Body body) {
    std::uint32_t size = 0;
    if (!in_.ReadVarint32(&size) || size > kMostBytes) return false;
    const int left = in_.BytesUntilLimit();  // -1: no limit here
    if (left >= 0 && size > static_cast<std::uint32_t>(left)) return false;
    const CodedInputStream::Limit limit = in_.PushLimit(static_cast<int>(size));
    if (!body() || in_.BytesUntilLimit() != 0) return false;
    in_.PopLimit(limit);
    return true;
  }

  bool text(std::string& to) { return WireFormatLite::ReadBytes(&in_, &to); }
  bool item() { return ++items_ <= kMostListedItems; }

  bool pod(ListedPod& pod) {
    return fields([&](int field) -> Step {
      switch (field) {
        case v1::PodResources::kNameFieldNumber:
          return text(pod.name);
        case v1::PodResources::kNamespaceFieldNumber:
          return text(pod.ns);
        case v1::PodResources::kContainersFieldNumber:
          return item() && message([&] { return container(pod.containers); });
        default:
          return kSkip;
      }
    });
  }

  bool container(std::vector<ContainerGrants>& containers) {
    ContainerGrants container;
    const bool good = fields([&](int field) -> Step {
      switch (field) {
        case v1::ContainerResources::kNameFieldNumber:
          return text(container.name);
        case v1::ContainerResources::kDevicesFieldNumber:
          return item() && message([&] { return resource_devices(container.devices); });
        case v1::ContainerResources::kDynamicResourcesFieldNumber:
          return item() && message([&] { return dynamic_resource(container.dynamic_devices); });
        default:
          return kSkip;
      }
    });
    if (!container.devices.empty() || !container.dynamic_devices.empty())
      containers.push_back(std::move(container));
    return good;
  }

  bool resource_devices(std::vector<ResourceDevices>& all) {
    ResourceDevices devices;
    const bool good = fields([&](int field) -> Step {
      switch (field) {
        case v1::ContainerDevices::kResourceNameFieldNumber:
          return text(devices.resource);
        case v1::ContainerDevices::kDeviceIdsFieldNumber:
          return item() && text(devices.ids.emplace_back());
        default:
          return kSkip;
      }
    });
    if (devices.ids.empty()) return good;
    if (!all.empty() && all.back().resource == devices.resource) {
      for (std::string& id : devices.ids) all.back().ids.push_back(std::move(id));
    } else {
      all.push_back(std::move(devices));
    }
    return good;
  }

  bool dynamic_resource(std::vector<DynamicDevice>& all) {
    const std::size_t first = all.size();
    DynamicDevice claim;  // what the devices of this claim have in common
    const bool good = fields([&](int field) -> Step {
      switch (field) {
        case v1::DynamicResource::kClassNameFieldNumber:
          return text(claim.class_name);
        case v1::DynamicResource::kClaimNameFieldNumber:
          return text(claim.claim_name);
        case v1::DynamicResource::kClaimNamespaceFieldNumber:
          return text(claim.claim_namespace);
        case v1::DynamicResource::kClaimResourcesFieldNumber:
          return item() && message([&] { return claim_resource(all.emplace_back()); });
        default:
          return kSkip;
      }
    });
    for (std::size_t i = first; i < all.size(); ++i) {
      all[i].class_name = claim.class_name;
      all[i].claim_name = claim.claim_name;
      all[i].claim_namespace = claim.claim_namespace;
    }
    return good;
  }

  bool claim_resource(DynamicDevice& device) {
    return fields([&](int field) -> Step {
      switch (field) {
        case v1::ClaimResource::kCdiDevicesFieldNumber:
          return item() && message([&] { return cdi_device(device.cdi_names.emplace_back()); });
        case v1::ClaimResource::kDriverNameFieldNumber:
          return text(device.driver);
        case v1::ClaimResource::kPoolNameFieldNumber:
          return text(device.pool);
        case v1::ClaimResource::kDeviceNameFieldNumber:
          return text(device.device);
        case v1::ClaimResource::kShareIdFieldNumber:
          return text(device.share_id);
        default:
          return kSkip;
      }
    });
  }

  bool cdi_device(std::string& name) {
    return fields([&](int field) -> Step {
      if (field != v1::CDIDevice::kNameFieldNumber) return kSkip;
      return text(name);
    });
  }

  static constexpr std::uint32_t kMostBytes = 1U << 30;
  CodedInputStream in_;
  std::size_t items_ = 0;
};

}  // namespace

Result<std::vector<ListedPod>> decode_list(google::protobuf::io::ZeroCopyInputStream& reply) {
  std::vector<ListedPod> pods;
  Decoder decoder(reply);
  if (!decoder.list(pods)) return std::unexpected(decoder.error());
  return pods;
}

Result<std::vector<ResourceDevices>> decode_allocatable(
    google::protobuf::io::ZeroCopyInputStream& reply) {
  std::vector<ResourceDevices> devices;
  Decoder decoder(reply);
  if (!decoder.allocatable(devices)) return std::unexpected(decoder.error());
  return devices;
}

}  // namespace pge
