// SPDX-License-Identifier: Apache-2.0
//
// ResourceClaims and ResourceSlices of a cluster (or a node), for looking up what a pod's claims
// mean. The only thing in this folder that remembers: what it is given, by put and erase.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/device.h"
#include "model/device_key.h"
#include "model/object_view.h"

namespace pge::schemes {

// "<driver>/<pool>/<device>": what a device is called where nothing else names it.
std::string dra_name(std::string_view driver, std::string_view pool, std::string_view device);

class DraObjects {
 public:
  DraObjects() = default;
  DraObjects(std::vector<ResourceClaimView> claims, std::vector<ResourceSliceView> slices);
  // Pools point into the slices.
  DraObjects(const DraObjects&) = delete;
  DraObjects& operator=(const DraObjects&) = delete;
  DraObjects(DraObjects&&) = default;
  DraObjects& operator=(DraObjects&&) = default;

  void put(ResourceClaimView claim);  // replaces one of the same namespace and name
  void erase_claim(std::string_view ns, std::string_view name);
  void put(ResourceSliceView slice);  // replaces one of the same name
  void erase_slice(std::string_view name);

  const ResourceClaimView* find_claim(std::string_view ns,
                                      std::string_view name) const;  // null: none

  // The device of the pool's newest generation; null where no slice lists it (not published yet, or
  // withdrawn).
  const Device* find_device(std::string_view driver, std::string_view pool,
                            std::string_view device) const;

  // Every GPU that the slices of the newest generations list, for inventories.
  std::vector<Device> devices() const;

 private:
  struct Slice {
    std::string driver;
    std::string pool;
    std::uint64_t generation = 0;
    std::map<std::string, Device, std::less<>> devices;  // by name in the pool
  };
  // Pairs of texts, looked up by views of them.
  struct PairLess {
    using is_transparent = void;
    template <class A, class B>
    bool operator()(const A& a, const B& b) const {
      const int order = std::string_view(a.first).compare(b.first);
      return order < 0 || (order == 0 && std::string_view(a.second) < std::string_view(b.second));
    }
  };
  using Pool = std::map<std::string, const Slice*, std::less<>>;  // by the slice's name

  std::map<std::pair<std::string, std::string>, ResourceClaimView, PairLess> claims_;
  std::map<std::string, Slice, std::less<>> slices_;
  std::map<std::pair<std::string, std::string>, Pool, PairLess> pools_;  // by driver and pool
};

// A claim's result that is there to watch the device, by its own word or its request's.
bool is_monitoring(const ResourceClaimView& claim, const ResourceClaimView::Result& result);

// Whether a result belongs to a request as containers name it: "gpu" is "gpu" and "gpu/large"; an
// empty request is all of them.
bool serves(const ResourceClaimView::Result& result, std::string_view request);

// What a key for this device is: its own id where it has one (a uuid, a PCI address), else its DRA
// name.
DeviceKey key_of(const Device& device);

// One device of a slice. Its own id is its uuid; of AMD's and Intel's cards the PCI address; of a
// MIG slice that is announced but not made yet, and of every other device, the DRA name. That name
// is an alias in any case.
Device device_of_slice(const ResourceSliceView& slice, const ResourceSliceView::Device& device);

// The PCI address in Intel's names of devices, "0000-03-00-0-0x56c0".
std::optional<std::string> pci_in_name(std::string_view device);

// What to call a device that no slice lists.
DeviceKey key_of_name(std::string_view driver, std::string_view pool, std::string_view device);

}  // namespace pge::schemes
