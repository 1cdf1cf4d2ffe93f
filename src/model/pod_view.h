// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/ids.h"

namespace pge {

using TextMap = std::map<std::string, std::string, std::less<>>;

inline std::optional<std::string_view> find_text(const TextMap& map, std::string_view key) {
  const auto it = map.find(key);
  return it == map.end() ? std::nullopt : std::optional<std::string_view>(it->second);
}

// What a scheme may see of a node: metadata and capacity, nothing of the transport.
struct NodeView {
  std::string name;
  TextMap labels;
  TextMap annotations;
  TextMap capacity;  // resource → Kubernetes quantity, as text
  TextMap allocatable;

  bool operator==(const NodeView&) const = default;
};

enum class PodPhase { unknown, pending, running, succeeded, failed };

struct ContainerView {
  struct ClaimUse {  // resources.claims[]
    std::string claim;
    std::string request;  // empty: every request of the claim

    bool operator==(const ClaimUse&) const = default;
  };
  struct DeviceStatus {  // status.containerStatuses[].allocatedResourcesStatus[]
    std::string resource;
    std::vector<std::string> ids;

    bool operator==(const DeviceStatus&) const = default;
  };
  enum class State { unknown, waiting, running, terminated };

  std::string name;
  bool init = false;
  bool restartable = false;  // an init container with restartPolicy Always (sidecar)
  State state = State::unknown;
  TextMap limits;  // resource → quantity
  TextMap requests;
  TextMap env;
  std::vector<std::string> config_maps;  // that its environment or a volume of it comes from
  std::vector<ClaimUse> claims;
  std::vector<DeviceStatus> device_status;

  bool operator==(const ContainerView&) const = default;
};

// What a scheme may see of a pod.
struct PodView {
  struct ClaimName {         // status.resourceClaimStatuses[] or spec.resourceClaims[] resolved
    std::string name;        // as containers refer to it
    std::string claim_name;  // ResourceClaim object in the pod's namespace

    bool operator==(const ClaimName&) const = default;
  };
  struct ExtendedClaim {  // status.extendedResourceClaimStatus
    struct Mapping {
      std::string container;
      std::string resource;
      std::string request;

      bool operator==(const Mapping&) const = default;
    };
    std::string claim_name;
    std::vector<Mapping> mappings;

    bool operator==(const ExtendedClaim&) const = default;
  };

  PodRef pod;
  std::string node_name;  // spec.nodeName; empty while unscheduled
  PodPhase phase = PodPhase::unknown;
  bool deleting = false;  // deletionTimestamp set
  TextMap labels;
  TextMap annotations;
  std::vector<ContainerView> init_containers;  // spec order
  std::vector<ContainerView> containers;       // spec order
  std::vector<ClaimName> claims;
  std::optional<ExtendedClaim> extended_claim;

  bool operator==(const PodView&) const = default;
};

}  // namespace pge
