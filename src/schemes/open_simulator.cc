// SPDX-License-Identifier: Apache-2.0
//
// Alibaba's open-simulator and open-gpu-share: device numbers of the pod as a whole in one
// annotation, separated by dashes ("2-3-4").
#include <array>

#include "base/strings.h"
#include "schemes/claims.h"
#include "schemes/containers.h"
#include "schemes/id_forms.h"
#include "schemes/labels.h"
#include "schemes/lifecycle.h"

namespace pge::schemes::open_simulator {
namespace {

constexpr std::string_view kName = "open-simulator";
constexpr std::string_view kIndex = "alibabacloud.com/gpu-index";
constexpr std::array<std::string_view, 1> kModels = {"alibabacloud.com/gpu-card-model"};
constexpr auto kReads =
    std::to_array<std::string_view>({kIndex, "alibabacloud.com/gpu-card-model (of the node)"});
constexpr std::array<std::string_view, 2> kResources = {"alibabacloud.com/gpu-count",
                                                        "alibabacloud.com/gpu-mem"};

Reading<Claim> claims_of_pod(const PodContext& context) {
  const PodView& pod = context.pod;
  ClaimList claims(pod, kName, "nvidia");
  const auto text = find_text(pod.annotations, kIndex);
  if (!text || !holds(pod, {})) return claims.take();
  if (trim(*text).starts_with('-')) {  // "-1": none found, not card 1
    if (trim(*text) != "-1") claims.skip(kIndex, "not a list of device numbers", *text);
    return claims.take();
  }
  const ContainerList containers = sharing_containers(pod, kResources);
  for (const int card : claims.numbers(kIndex, *text, '-')) {
    for (const ContainerView* container : containers) {
      if (claims.full()) return claims.take();
      claims.add(container->name, requested_of(*container, kResources),
                 number_key(DeviceKey::Kind::index, card), std::to_string(card));
    }
  }
  return claims.take();
}

Reading<NodeModel> models_of_node(const NodeView& node) {
  return one_model("nvidia", model_text(node.annotations, kModels));
}

}  // namespace

Scheme describe() {
  return {.name = kName,
          .vendor = "nvidia",
          .summary = "open-simulator: NVML indexes, per pod",
          .resources = kResources,
          .reads = kReads,
          .rank = 190,
          .claims_of_pod = claims_of_pod,
          .models_of_node = models_of_node};
}

}  // namespace pge::schemes::open_simulator
