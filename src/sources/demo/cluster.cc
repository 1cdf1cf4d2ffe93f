// SPDX-License-Identifier: Apache-2.0
#include "sources/demo/cluster.h"

#include <array>
#include <iterator>
#include <utility>

#include "model/quantity.h"

namespace pge::demo {
namespace {

enum Question : std::uint8_t { card_uuid = 1, slice_uuid };

// Four nodes, the default, show whole cards, slices, time-slicing, HAMi and DRA.
constexpr std::array<Offer, 8> kOffers = {{
    {"a100", "nvidia", "NVIDIA A100-SXM4-80GB", 80, "nvidia.com/gpu", "device-plugin", 1, 1, false,
     false, true},
    {"t4", "nvidia", "Tesla T4", 15, "nvidia.com/gpu.shared", "time-slicing", 4, 1, false, false,
     false},
    {"l40s", "nvidia", "NVIDIA L40S", 45, "nvidia.com/gpu", "hami", 4, 1, true, true, false},
    {"h100", "nvidia", "NVIDIA H100 80GB HBM3", 80, "gpu.nvidia.com", "dra", 1, 0, false, false,
     false},
    {"v100", "nvidia", "Tesla V100-SXM2-32GB", 32, "aliyun.com/gpu-mem", "gpushare", 4, 8, false,
     true, false},
    {"mi300x", "amd", "AMD Instinct MI300X", 192, "amd.com/gpu", "device-plugin", 1, 1, false,
     false, false},
    {"a100", "nvidia", "NVIDIA A100-SXM4-80GB", 80, "nvidia.com/gpu", "device-plugin", 1, 1, false,
     false, true},
    {"h100", "nvidia", "NVIDIA H100 80GB HBM3", 80, "nvidia.com/gpu", "device-plugin", 1, 1, false,
     false, false},
}};

struct Slice {
  std::string_view profile;
  int gpu_instance;
  std::uint64_t memory_gib;
};
// A layout that an A100 of 80 GB allows: seven compute and eight memory slices.
constexpr std::array<Slice, 5> kSlices = {{{"3g.40gb", 2, 40},
                                           {"1g.10gb", 9, 10},
                                           {"1g.10gb", 10, 10},
                                           {"1g.10gb", 11, 10},
                                           {"1g.10gb", 12, 10}}};

std::string padded(std::uint32_t number) {
  const std::string digits = std::to_string(number);
  return digits.size() < 4 ? std::string(4 - digits.size(), '0') + digits : digits;
}

std::string pci_address(std::uint32_t card) {
  constexpr std::string_view hex = "0123456789abcdef";
  const std::uint32_t bus = 0x10 + card * 8;
  return std::string("0000:") + hex[bus / 16] + hex[bus % 16] + ":00.0";
}

class Maker {
 public:
  explicit Maker(const Dice& dice) : dice_(dice) {}

  void add_node(std::uint32_t gpus) {
    node_ = static_cast<std::uint32_t>(out_.nodes.size());
    offer_ = &kOffers[node_ % kOffers.size()];
    out_.nodes.push_back("demo-" + std::string(offer_->node_prefix) + "-" + padded(node_ + 1));
    out_.offers.push_back(offer_);
    for (std::uint32_t card = 0; card < gpus; ++card) {
      add_card(card);
      if (offer_->has_mig_card && card + 1 == gpus && gpus > 1) {
        add_slices(card);
      } else {
        add_shares(card);
      }
    }
  }

  Cluster take() && { return std::move(out_); }

 private:
  void add_card(std::uint32_t card) {
    const std::string pci = pci_address(card);
    const bool nvidia = offer_->vendor == "nvidia";
    const std::string id = nvidia ? "GPU-" + dice_.uuid({card_uuid, node_, card}) : pci;
    out_.devices.push_back({.node = out_.nodes.back(),
                            .id = id,
                            .parent_id = id,
                            .vendor = std::string(offer_->vendor),
                            .model = std::string(offer_->model),
                            .pci_bus_id = pci,
                            .driver_version = nvidia ? "550.54.15" : "6.7.0",
                            .mig_profile = {},
                            .index = static_cast<int>(card),
                            .minor = static_cast<int>(card),
                            .memory_bytes = offer_->memory_gib * kGiB,
                            .healthy = true});
  }

  void add_slices(std::uint32_t card) {
    const Device parent = out_.devices.back();
    for (const Slice& slice : kSlices) {
      Device device = parent;
      device.id = "MIG-" + dice_.uuid({slice_uuid, node_, card,
                                       static_cast<std::uint64_t>(slice.gpu_instance)});
      device.model += " MIG " + std::string(slice.profile);
      device.mig_profile = slice.profile;
      device.gpu_instance = slice.gpu_instance;
      device.compute_instance = 0;
      device.memory_bytes = slice.memory_gib * kGiB;
      out_.devices.push_back(device);
      Slot slot = slot_here();
      slot.resource = "nvidia.com/mig-" + std::string(slice.profile);
      slot.scheme = "mig";
      slot.ids = {device.id};
      out_.slots.push_back(std::move(slot));
    }
  }

  void add_shares(std::uint32_t card) {
    const std::string& device = out_.devices.back().id;
    for (std::uint32_t share = 0; share < offer_->shares; ++share) {
      Slot slot = slot_here();
      slot.whole = offer_->shares == 1;
      slot.counted = offer_->ids > 0;
      if (offer_->scheme == "time-slicing") slot.replicas = 1;
      if (offer_->grants_compute) slot.compute_ratio = 1.0 / offer_->shares;
      if (offer_->grants_memory) slot.memory_bytes = offer_->memory_gib * kGiB / offer_->shares;
      if (offer_->scheme == "dra")
        slot.ids = {"gpu.nvidia.com/" + out_.nodes.back() + "/gpu-" + std::to_string(card)};
      for (std::uint32_t i = 0; i < offer_->ids; ++i)
        slot.ids.push_back(id_of(device, share * offer_->ids + i));
      out_.slots.push_back(std::move(slot));
    }
  }

  // As the device plugin of the scheme spells its ids.
  std::string id_of(const std::string& device, std::uint32_t number) const {
    if (offer_->scheme == "time-slicing") return device + "::" + std::to_string(number);
    if (offer_->scheme == "hami") return device + "-" + std::to_string(number);
    if (offer_->scheme == "gpushare") return device + "-_-" + std::to_string(number);
    return device;
  }

  Slot slot_here() const {
    return {.node = node_,
            .device = static_cast<std::uint32_t>(out_.devices.size() - 1),
            .resource = std::string(offer_->resource),
            .scheme = std::string(offer_->scheme),
            .ids = {},
            .compute_ratio = {},
            .memory_bytes = {}};
  }

  const Dice& dice_;
  Cluster out_;
  std::uint32_t node_ = 0;
  const Offer* offer_ = nullptr;
};

}  // namespace

Cluster make_cluster(const Size& size, const Dice& dice) {
  Maker maker(dice);
  for (std::uint32_t node = 0; node < size.nodes; ++node) maker.add_node(size.gpus_per_node);
  return std::move(maker).take();
}

}  // namespace pge::demo
