// SPDX-License-Identifier: Apache-2.0
//
// Intel's GPU-aware scheduling: cards per container in one annotation, containers separated by "|"
// in the order of spec.containers, their cards by commas ("card0,card1|card2").
#include <array>

#include "base/strings.h"
#include "schemes/claims.h"
#include "schemes/containers.h"
#include "schemes/id_forms.h"
#include "schemes/lifecycle.h"

namespace pge::schemes::intel_gas {
namespace {

constexpr std::string_view kName = "intel-gas";
constexpr std::string_view kCards = "gas-container-cards";
constexpr std::array<std::string_view, 1> kReads = {kCards};
constexpr std::array<std::string_view, 2> kResources = {"gpu.intel.com/i915", "gpu.intel.com/xe"};

bool is_card(std::string_view text) {
  return text.starts_with("card") && small_number(text.substr(4)).has_value();
}

void read_container(const ContainerView& container, std::string_view cards, ClaimList& claims) {
  for (const std::string_view card : claims.list(kCards, cards, ',')) {
    if (!is_card(card)) {
      claims.skip(kCards, "not a card", card);
      continue;
    }
    claims.add(container.name, requested_of(container, kResources),
               text_key(DeviceKey::Kind::card, card), card);
  }
}

Reading<Claim> claims_of_pod(const PodContext& context) {
  const PodView& pod = context.pod;
  ClaimList claims(pod, kName, "intel");
  const auto text = find_text(pod.annotations, kCards);
  if (!text || !holds(pod, {})) return claims.take();
  std::size_t position = 0;
  for (const std::string_view cards : split(*text, '|')) {
    if (position >= pod.containers.size()) {
      if (!trim(cards).empty()) claims.skip(kCards, "more containers than the pod has", cards);
      break;
    }
    read_container(pod.containers[position++], cards, claims);
  }
  return claims.take();
}

}  // namespace

Scheme describe() {
  return {.name = kName,
          .vendor = "intel",
          .summary = "Intel GPU-aware scheduling: DRM cards, per container by position",
          .resources = kResources,
          .reads = kReads,
          .rank = 150,
          .claims_of_pod = claims_of_pod};
}

}  // namespace pge::schemes::intel_gas
