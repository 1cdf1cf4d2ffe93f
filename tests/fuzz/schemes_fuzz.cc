// SPDX-License-Identifier: Apache-2.0
//
// Feeds one scheme (PGE_FUZZ_SCHEME, or "together" for read_pod and read_node) with objects built
// from bytes (scheme_input.h), and checks what every scheme promises.
#include <cstdlib>

#include "scheme_input.h"
#include "schemes/claims.h"
#include "schemes/koordinator_devices.h"
#include "schemes/read.h"

namespace pge::schemes {
namespace {

using fuzz::Input;

void expect(bool holds) {
  if (!holds) std::abort();
}

void check_claim(const Claim& claim, const PodView& pod) {
  expect(claim.node == pod.node_name && !pod.node_name.empty());
  expect(claim.pod == pod.pod);
  expect(pod.phase != PodPhase::succeeded && pod.phase != PodPhase::failed);
  expect(!claim.scheme.empty());
  expect(!claim.compute_ratio || (*claim.compute_ratio > 0 && *claim.compute_ratio <= 1));
  expect(claim.memory_bytes != std::uint64_t{0});
  using Kind = DeviceKey::Kind;
  const DeviceKey& key = claim.device;
  const bool numbered = key.kind == Kind::minor || key.kind == Kind::index;
  expect(numbered ? key.number >= 0 : key.kind == Kind::none || !key.text.empty());
}

void check_errors(const std::vector<Error>& errors) {
  for (const Error& error : errors) {
    expect(!error.context.empty() && !error.text.empty() && error.text.size() < 1024);
  }
}

void check_devices(const Reading<Device>& reading, std::string_view node) {
  for (const Device& device : reading.items) {
    expect(!device.id.empty() && device.node == node);
    expect(device.trust != DeviceTrust::driver);
    expect(device.memory_bytes != std::uint64_t{0});
  }
  check_errors(reading.skipped);
}

void check_slices(const DraObjects& dra) {
  for (const Device& device : dra.devices()) {
    expect(device.aliases.size() == 1 && !device.id.empty());
    const DeviceKey key = key_of(device);
    expect(!key.text.empty());
    expect(key.kind != DeviceKey::Kind::pci || key.text == device.pci_bus_id);
  }
}

void ask(const Scheme& scheme, const Input& in, const DraObjects& dra) {
  const PodContext context{in.pod, &in.node, &dra, nullptr};
  if (scheme.claims_of_pod != nullptr) {
    const auto reading = scheme.claims_of_pod(context);
    for (const Claim& claim : reading.items) check_claim(claim, in.pod);
    expect(reading.items.size() <= ClaimList::kMaxClaims);
    check_errors(reading.skipped);
    expect(reading.items == scheme.claims_of_pod(context).items);
  }
  if (scheme.devices_of_node != nullptr) {
    check_devices(scheme.devices_of_node(in.node), in.node.name);
  }
  if (scheme.models_of_node != nullptr) {
    const auto reading = scheme.models_of_node(in.node);
    for (const NodeModel& model : reading.items) {
      expect(!model.vendor.empty() && !model.model.empty());
    }
    check_errors(reading.skipped);
  }
  if (scheme.unreal_vendors != nullptr) {
    for (const auto& vendor : scheme.unreal_vendors(in.pod)) expect(!vendor.empty());
  }
  if (scheme.device_key != nullptr) {
    for (const auto& [resource, id] : in.ids) {
      const ParsedId parsed = scheme.device_key(resource, id);
      expect(parsed.shared || !parsed.replica);
    }
  }
}

void ask_all(const Input& in, const DraObjects& dra) {
  const PodReading reading = read_pod({in.pod, &in.node, &dra, nullptr});
  for (const Claim& claim : reading.claims) check_claim(claim, in.pod);
  for (const Claim& claim : reading.overruled) check_claim(claim, in.pod);
  check_errors(reading.skipped);
  check_errors(read_node(in.node).skipped);
}

bool is_named(const Scheme& scheme, std::string_view file) {
  std::string name(scheme.name);
  for (char& c : name) c = c == '-' ? '_' : c;
  return name == file;
}

}  // namespace
}  // namespace pge::schemes

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace pge::schemes;
  const pge::fuzz::Input in = pge::fuzz::decode(data, size);
  const DraObjects dra = pge::fuzz::dra_objects(in);
  constexpr std::string_view name = PGE_FUZZ_SCHEME;
  if (name == "koordinator") check_devices(devices_of_koordinator(in.object), in.object.node);
  if (name == "dra") check_slices(dra);
  if (name == "together") {
    ask_all(in, dra);
    return 0;
  }
  bool found = false;
  for (const Scheme& scheme : all_schemes()) {
    if (!is_named(scheme, name)) continue;
    found = true;
    ask(scheme, in, dra);
  }
  expect(found);
  return 0;
}
