// SPDX-License-Identifier: Apache-2.0
//
// Huawei's Ascend device plugin under Volcano: the plugin gives other devices than the kubelet
// picked, and writes those that it gave, of the pod as a whole, into one annotation (a comma list).
#include <array>

#include "schemes/claims.h"
#include "schemes/containers.h"
#include "schemes/id_forms.h"
#include "schemes/lifecycle.h"

namespace pge::schemes::ascend {
namespace {

constexpr std::string_view kName = "ascend";
constexpr std::array<std::string_view, 1> kIds = {"huawei.com/*"};
constexpr std::string_view kReal = "huawei.com/AscendReal";
constexpr std::array<std::string_view, 1> kReads = {kReal};
constexpr std::string_view kPlain = "huawei.com/Ascend910";  // where no container asks
constexpr std::array<std::string_view, 2> kResources = {"huawei.com/Ascend*",
                                                        "huawei.com/npu-core"};

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

// "Ascend910-0"; "Ascend910-2c-100-1" is a partition (template, its number, card) with an id of its
// own; "<uuid>-<n>" comes from the plugin that shares by HAMi's annotations.
ParsedId device_key(std::string_view, std::string_view id) {
  const std::size_t dash = id.find('-');
  if (id.starts_with("Ascend") && dash != std::string_view::npos) {
    const bool whole = small_number(id.substr(dash + 1)).has_value();
    return parsed_id(uuid_key(id), {id}, kName, whole ? "device-plugin" : "vnpu");
  }
  if (const auto hami = strip_dashed_replica(id, "")) {
    return unreal_id(uuid_key(hami->base), *hami, kName, "hami");
  }
  return parsed_id(is_uuid(id) ? std::optional(uuid_key(id)) : std::nullopt, {id}, kName);
}

}  // namespace

Scheme describe() {
  return {.name = kName,
          .vendor = kName,
          .summary = "Ascend under Volcano: devices really given, per pod in one annotation",
          .resources = kResources,
          .reads = kReads,
          .rank = 90,
          .ids = kIds,
          .device_key = device_key,
          .claims_of_pod = claims_of_pod,
          .unreal_vendors = unreal_vendors};
}

}  // namespace pge::schemes::ascend
