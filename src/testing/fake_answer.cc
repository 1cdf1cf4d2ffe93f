// SPDX-License-Identifier: Apache-2.0
#include "testing/fake_answer.h"

#include <algorithm>
#include <random>

#include "podresources_v1.pb.h"
#include "podresources_v1alpha1.pb.h"

namespace pge::testing {
namespace {

template <class T>
void shuffle_if(const FakeAnswer& answer, std::vector<T>& items, std::minstd_rand& random) {
  if (answer.shuffle) std::shuffle(items.begin(), items.end(), random);
}

// `add` gives the next entry of a repeated ContainerDevices field, of either version.
template <class Add>
void add_devices(const FakeDevices& devices, Add add) {
  const std::size_t copies = std::max<std::size_t>(devices.numa.size(), 1);
  for (const std::string& id : devices.ids) {
    for (std::size_t i = 0; i < copies; ++i) {
      auto* entry = add();
      entry->set_resource_name(devices.resource);
      entry->add_device_ids(id);
    }
  }
}

void add_claims(const std::vector<FakeClaim>& claims, v1::ContainerResources& to) {
  for (const FakeClaim& claim : claims) {
    v1::DynamicResource& dynamic = *to.add_dynamic_resources();
    dynamic.set_class_name(claim.class_name);
    dynamic.set_claim_name(claim.name);
    dynamic.set_claim_namespace(claim.ns);
    for (const FakeDynamicDevice& device : claim.devices) {
      v1::ClaimResource& resource = *dynamic.add_claim_resources();
      resource.set_driver_name(device.driver);
      resource.set_pool_name(device.pool);
      resource.set_device_name(device.device);
      if (!device.share.empty()) resource.set_share_id(device.share);
      for (const std::string& name : device.cdi) resource.add_cdi_devices()->set_name(name);
    }
  }
}

template <class Reply, class AddClaims>
std::string encode_list(const FakeAnswer& answer, unsigned seed, AddClaims claims) {
  std::minstd_rand random(seed + 1);
  Reply reply;
  std::vector<FakePod> pods = answer.pods;
  shuffle_if(answer, pods, random);
  for (FakePod& pod : pods) {
    auto& listed = *reply.add_pod_resources();
    listed.set_name(pod.name);
    listed.set_namespace_(pod.ns);
    for (FakeContainer& container : pod.containers) {
      auto& entry = *listed.add_containers();
      entry.set_name(container.name);
      shuffle_if(answer, container.devices, random);
      for (FakeDevices& devices : container.devices) {
        shuffle_if(answer, devices.ids, random);
        add_devices(devices, [&] { return entry.add_devices(); });
      }
      claims(container.claims, entry);
    }
  }
  return reply.SerializeAsString();
}

}  // namespace

FakePod fake_pod(std::string ns, std::string name, std::string resource,
                 std::vector<std::string> ids) {
  FakeContainer container{"c", {{std::move(resource), std::move(ids), {}}}, {}};
  return FakePod{std::move(ns), std::move(name), {std::move(container)}};
}

std::string encode_list_v1(const FakeAnswer& answer, unsigned shuffle_seed) {
  return encode_list<v1::ListPodResourcesResponse>(answer, shuffle_seed, add_claims);
}

std::string encode_list_v1alpha1(const FakeAnswer& answer, unsigned shuffle_seed) {
  const auto no_claims = [](const auto&, v1alpha1::ContainerResources&) {};
  return encode_list<v1alpha1::ListPodResourcesResponse>(answer, shuffle_seed, no_claims);
}

std::string encode_allocatable(const FakeAnswer& answer) {
  v1::AllocatableResourcesResponse reply;
  if (!answer.allocatable) return {};
  for (const FakeDevices& devices : *answer.allocatable)
    add_devices(devices, [&] { return reply.add_devices(); });
  return reply.SerializeAsString();
}

}  // namespace pge::testing
