// SPDX-License-Identifier: Apache-2.0
//
// Feeds one scheme (PGE_FUZZ_SCHEME, or "together" for read_pod and read_node) with pods and nodes
// built from bytes, and checks what every scheme promises. The input is a sequence of strings ended
// by NUL: first phase, deleting and node name ("R-n1"), then pairs of <what><key> and value; see
// apply(). scheme_seeds.py writes fixtures in this form.
#include <cstdlib>

#include "schemes/claims.h"
#include "schemes/dra_objects.h"
#include "schemes/inventory.h"
#include "schemes/koordinator_devices.h"
#include "schemes/read.h"
#include "schemes/resolve.h"

namespace pge::schemes {
namespace {

struct Input {
  PodView pod;
  NodeView node;
  std::vector<std::pair<std::string, std::string>> ids;  // resource, id
  std::vector<ResourceClaimView> claims;
  std::vector<ResourceSliceView> slices;
  KoordinatorDeviceView koordinator;
};

// Up to `count` fields between bars; missing ones are empty.
std::vector<std::string> fields(std::string_view text, std::size_t count) {
  std::vector<std::string> out;
  for (; out.size() < count; text.remove_prefix(std::min(out.back().size() + 1, text.size())))
    out.emplace_back(text.substr(0, text.find('|')));
  return out;
}

int number(const std::string& text) {
  return text.empty()
             ? -1
             : static_cast<int>(std::min(std::strtoul(text.c_str(), nullptr, 10), 1UL << 20));
}

// request|driver|pool|device|share|admin|class|other user
void add_result(const std::string& claim, const std::string& text, const PodRef& pod,
                std::vector<ResourceClaimView>& claims) {
  auto part = fields(text, 8);
  if (claims.empty() || claims.back().name != claim) {
    claims.push_back({.ns = pod.ns,
                      .name = claim,
                      .uid = "c",
                      .reserved_for = {pod},
                      .results = {},
                      .classes = {}});
  }
  ResourceClaimView& view = claims.back();
  if (!part[6].empty()) view.classes[part[0]] = part[6];
  if (!part[7].empty()) view.reserved_for.push_back({pod.ns, part[7], part[7]});
  view.results.push_back({part[0], part[1], part[2], part[3], part[4], {}, part[5] == "1"});
}

// driver|pool|device|attribute, its value; "@" before an attribute makes it a capacity
void add_attribute(const std::string& key, std::string value,
                   std::vector<ResourceSliceView>& slices) {
  auto part = fields(key, 4);
  if (slices.empty() || slices.back().driver != part[0] || slices.back().pool != part[1])
    slices.push_back({part[0], part[1], slices.size() % 3, "n1", {}});
  auto& devices = slices.back().devices;
  if (devices.empty() || devices.back().name != part[2]) devices.push_back({part[2], {}, {}});
  if (part[3].starts_with('@')) {
    devices.back().capacity[part[3].substr(1)] = std::move(value);
  } else {
    devices.back().attributes[part[3]] = std::move(value);
  }
}

// type|minor|bus|memory
void add_koordinator(const std::string& id, const std::string& text, KoordinatorDeviceView& view) {
  auto part = fields(text, 4);
  view.devices.push_back(
      {part[0], id, number(part[1]), true, {{"koordinator.sh/gpu-memory", part[3]}}, part[2]});
}

class Strings {
 public:
  Strings(const std::uint8_t* data, std::size_t size)
      : rest_(reinterpret_cast<const char*>(data), size) {}

  bool more() const { return !rest_.empty(); }
  std::string next() {
    const std::size_t end = std::min(rest_.find('\0'), rest_.size());
    std::string out(rest_.substr(0, end));
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    return out;
  }

 private:
  std::string_view rest_;
};

void add_container(std::vector<ContainerView>& to, std::string name, bool init, bool restartable) {
  if (to.size() >= 64) return;
  ContainerView container;
  container.name = std::move(name);
  container.init = init;
  container.restartable = restartable;
  to.push_back(std::move(container));
}

ContainerView* last_container(PodView& pod, bool init) {
  auto& list = init ? pod.init_containers : pod.containers;
  return list.empty() ? nullptr : &list.back();
}

void apply_to_container(char what, std::string key, std::string value, ContainerView& container) {
  if (what == 'm') container.limits[key] = value;
  if (what == 'q') container.requests[key] = value;
  if (what == 'e') container.env[key] = value;
  if (what == 'u') container.claims.push_back({key, value});
  if (what == 'x') container.device_status.push_back({key, {value}});
  if (what == 'w') {
    container.state = value == "r"   ? ContainerView::State::running
                      : value == "t" ? ContainerView::State::terminated
                                     : ContainerView::State::waiting;
  }
}

void apply(std::string what_and_key, std::string value, bool& init, Input& in) {
  if (what_and_key.empty()) return;
  const char what = what_and_key.front();
  std::string key = what_and_key.substr(1);
  switch (what) {
    case 'a':
      in.pod.annotations[key] = value;
      break;
    case 'l':
      in.pod.labels[key] = value;
      break;
    case 'A':
      in.node.annotations[key] = value;
      break;
    case 'L':
      in.node.labels[key] = value;
      break;
    case 'C':
      in.node.capacity[key] = value;
      break;
    case 'c':
      init = false;
      add_container(in.pod.containers, key, false, false);
      break;
    case 'i':
    case 's':
      init = true;
      add_container(in.pod.init_containers, key, true, what == 's');
      break;
    case 'k':
      in.pod.claims.push_back({key, value});
      break;
    case 'g':
      add_result(key, value, in.pod.pod, in.claims);
      break;
    case 't':
      add_attribute(key, std::move(value), in.slices);
      break;
    case 'K':
      add_koordinator(key, value, in.koordinator);
      break;
    case 'v':
      in.ids.emplace_back(key, value);
      break;
    default:
      if (ContainerView* container = last_container(in.pod, init)) {
        apply_to_container(what, std::move(key), std::move(value), *container);
      }
  }
}

Input decode(const std::uint8_t* data, std::size_t size) {
  Input in;
  in.node.name = "n1";
  in.pod.pod = {"default", "p", "u"};
  Strings strings(data, size);
  const std::string head = strings.next();
  const char phase = head.empty() ? 'R' : head.front();
  in.pod.phase = phase == 'P'   ? PodPhase::pending
                 : phase == 'S' ? PodPhase::succeeded
                 : phase == 'F' ? PodPhase::failed
                 : phase == 'U' ? PodPhase::unknown
                                : PodPhase::running;
  in.pod.deleting = head.size() > 1 && head[1] == 'd';
  if (head.size() > 2) in.pod.node_name = head.substr(2);
  bool init = false;
  while (strings.more()) {
    std::string key = strings.next();
    apply(std::move(key), strings.next(), init, in);
  }
  return in;
}

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

void check_device(const Device& device) {
  expect(!device.id.empty() && device.id.size() <= 1024);
  expect(device.minor >= -1 && device.index >= -1);
}

void check_objects(const Input& in, const DraObjects& dra) {
  Inventory inventory;
  for (const auto& reading : {dra.devices(), devices_of_koordinator(in.koordinator)}) {
    for (const Device& device : reading.items) {
      check_device(device);
      inventory.add(device);
    }
    check_errors(reading.skipped);
  }
  for (const auto& [resource, id] : in.ids) {
    for (const DeviceKey& key : {parse_device_id(resource, id).key, key_of_cdi(id, "n1")}) {
      const Device* device = resolve(key, inventory);
      expect(device == nullptr || inventory.by_id(device->id) == device);
    }
  }
}

void ask(const Scheme& scheme, const Input& in, const DraObjects& dra) {
  const PodContext context{in.pod, &in.node, in.claims.empty() ? nullptr : &dra};
  if (scheme.claims_of_pod != nullptr) {
    const auto reading = scheme.claims_of_pod(context);
    for (const Claim& claim : reading.items) check_claim(claim, in.pod);
    expect(reading.items.size() <= ClaimList::kMaxClaims);
    check_errors(reading.skipped);
    expect(reading.items == scheme.claims_of_pod(context).items);
  }
  if (scheme.devices_of_node != nullptr) {
    const auto reading = scheme.devices_of_node(in.node);
    for (const Device& device : reading.items) {
      expect(!device.id.empty() && device.node == in.node.name);
    }
    check_errors(reading.skipped);
  }
  if (scheme.models_of_node != nullptr) {
    for (const NodeModel& model : scheme.models_of_node(in.node).items)
      expect(!model.vendor.empty() && !model.model.empty());
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
  const PodReading reading = read_pod({in.pod, &in.node, &dra});
  for (const Claim& claim : reading.claims) check_claim(claim, in.pod);
  for (const Claim& claim : reading.overruled) check_claim(claim, in.pod);
  check_errors(reading.skipped);
  check_errors(read_node(in.node).skipped);
  check_errors(read_node_models(in.node).skipped);
  check_objects(in, dra);
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
  Input in = decode(data, size);
  const DraObjects dra(in.claims, in.slices);
  constexpr std::string_view name = PGE_FUZZ_SCHEME;
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
