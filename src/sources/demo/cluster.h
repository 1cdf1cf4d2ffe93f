// SPDX-License-Identifier: Apache-2.0
//
// What the simulated cluster is made of, and what in it a pod can hold. Does not change while the
// process lives.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/device.h"
#include "sources/demo/dice.h"

namespace pge::demo {

struct Size {
  std::uint32_t nodes = 4;          // at most kMostNodes
  std::uint32_t gpus_per_node = 8;  // at most kMostGpus
};

inline constexpr std::uint32_t kMostNodes = 5'000;
inline constexpr std::uint32_t kMostGpus = 16;

// How the cards of a node are handed out.
struct Offer {
  std::string_view node_prefix;
  std::string_view vendor;
  std::string_view model;
  std::uint64_t memory_gib;
  std::string_view resource;
  std::string_view scheme;
  std::uint32_t shares;  // of a card that different pods may hold; 1: whole cards
  std::uint32_t ids;     // schedulable ids of one share; 0: the kubelet does not count them (DRA)
  bool grants_compute;   // a share has its part of compute
  bool grants_memory;    // and of memory
  bool has_mig_card;     // the last card is cut into slices
};

// One thing that one pod at a time holds.
struct Slot {
  std::uint32_t node = 0;
  std::uint32_t device = 0;  // in Cluster::devices
  std::string resource;
  std::string scheme;
  std::vector<std::string> ids;  // as the kubelet spells them; one that it does not count for DRA
  bool counted = true;           // by the kubelet
  bool whole = false;            // a whole card; pods take several of them
  std::uint32_t replicas = 0;
  std::optional<double> compute_ratio;
  std::optional<std::uint64_t> memory_bytes;
};

struct Cluster {
  std::vector<std::string> nodes;
  std::vector<const Offer*> offers;  // of each node
  std::vector<Device> devices;
  std::vector<Slot> slots;  // those of a node stand together, nodes in order
};

Cluster make_cluster(const Size& size, const Dice& dice);

}  // namespace pge::demo
