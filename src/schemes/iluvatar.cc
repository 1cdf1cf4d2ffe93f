// SPDX-License-Identifier: Apache-2.0
//
// Iluvatar's device plugin under Volcano: the plugin gives other devices than the kubelet picked,
// and writes those that it gave, of the pod as a whole, into one annotation (a comma list).
#include <array>

#include "schemes/claims.h"
#include "schemes/containers.h"
#include "schemes/id_forms.h"
#include "schemes/lifecycle.h"

namespace pge::schemes::iluvatar {
namespace {

constexpr std::string_view kName = "iluvatar";
constexpr std::array<std::string_view, 2> kIds = {"iluvatar.com/*", "iluvatar.ai/*"};
constexpr std::string_view kReal = "iluvatar.com/DevRealAlloc";
constexpr std::array<std::string_view, 1> kReads = {kReal};
constexpr std::string_view kPlain = "iluvatar.com/gpu";  // where no container asks
constexpr std::array<std::string_view, 1> kResources = {"iluvatar.com/gpu"};

Reading<Claim> claims_of_pod(const PodContext& context) {
  const PodView& pod = context.pod;
  ClaimList claims(pod, kName, kName);
  const auto text = find_text(pod.annotations, kReal);
  // The annotation is written when the devices are given, so it is its own flag.
  if (!text || !holds(pod, {.assigned = true})) return claims.take();
  const ContainerList containers = sharing_containers(pod, kResources);
  for (const std::string_view id : claims.list(kReal, *text, ',')) {
    for (const ContainerView* container : containers) {
      if (claims.full()) return claims.take();
      const std::string_view resource = requested_of(*container, kResources);
      ParsedId parsed = parse_device_id(resource.empty() ? kPlain : resource, id);
      const Share share{.replicas = parsed.shared ? 1U : 0U};
      claims.add(container->name, resource, std::move(parsed.key), id, share);
    }
  }
  return claims.take();
}

std::vector<std::string> unreal_vendors(const PodView& pod) {
  if (!find_text(pod.annotations, kReal)) return {};
  return {std::string(kName)};
}

// A UUID of the vendor's, with or without "::<n>".
ParsedId device_key(std::string_view, std::string_view id) {
  const Stripped stripped = strip_marked_replica(id);
  auto key = plain_key(stripped.base);
  if (!key && is_uuid(stripped.base)) key = uuid_key(stripped.base);
  return parsed_id(key, stripped, kName, stripped.shared ? "time-slicing" : "device-plugin");
}

}  // namespace

Scheme describe() {
  return {.name = kName,
          .vendor = kName,
          .summary = "Iluvatar under Volcano: devices really given, per pod in one annotation",
          .resources = kResources,
          .reads = kReads,
          .rank = 80,
          .ids = kIds,
          .device_key = device_key,
          .claims_of_pod = claims_of_pod,
          .unreal_vendors = unreal_vendors};
}

}  // namespace pge::schemes::iluvatar
