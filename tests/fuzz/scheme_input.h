// SPDX-License-Identifier: Apache-2.0
//
// Kubernetes objects built from bytes, for the fuzz targets of the schemes. The bytes are a
// sequence of strings ended by NUL: first phase, deleting and node name ("R-n1"), then pairs of
// <what><key> and value; see apply(). scheme_seeds.py writes fixtures in this form. Values with
// several parts have them separated by the byte 1.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/strings.h"
#include "schemes/dra_objects.h"

namespace pge::fuzz {

struct Input {
  PodView pod;
  NodeView node;
  KoordinatorDeviceView object;
  std::vector<ResourceClaimView> claims;
  std::vector<ResourceSliceView> slices;
  std::vector<std::pair<std::string, std::string>> ids;  // resource, id
};

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

inline void add_container(std::vector<ContainerView>& to, std::string name, bool init,
                          bool restartable) {
  if (to.size() >= 64) return;
  ContainerView container;
  container.name = std::move(name);
  container.init = init;
  container.restartable = restartable;
  to.push_back(std::move(container));
}

inline ContainerView* last_container(PodView& pod, bool init) {
  auto& list = init ? pod.init_containers : pod.containers;
  return list.empty() ? nullptr : &list.back();
}

inline void apply_to_container(char what, std::string key, std::string value,
                               ContainerView& container) {
  if (what == 'm') container.limits[key] = value;
  if (what == 'q') container.requests[key] = value;
  if (what == 'e') container.env[key] = value;
  if (what == 'g') container.config_maps.push_back(key);
  if (what == 'u') container.claims.push_back({key, value});
  if (what == 'x') container.device_status.push_back({key, {value}});
  if (what == 'w') {
    container.state = value == "r"   ? ContainerView::State::running
                      : value == "t" ? ContainerView::State::terminated
                                     : ContainerView::State::waiting;
  }
}

using Parts = std::array<std::string, 4>;

inline Parts parts_of(const std::string& text) {
  Parts out;
  const auto pieces = split(text, '\x01');
  for (std::size_t i = 0; i < std::min(pieces.size(), out.size()); ++i) out[i] = pieces[i];
  return out;
}

inline bool apply_to_claim(char what, const std::string& key, const std::string& value,
                           ResourceClaimView& claim) {
  const Parts parts = parts_of(value);
  switch (what) {
    case 'Q':
      claim.classes[key] = parts[0];
      if (parts[1] == "admin") claim.admin_requests.push_back(key);
      return true;
    case 'r': {  // <driver>\1<pool>\1<share>\1admin, by device; the request follows
      claim.results.push_back({});
      ResourceClaimView::Result& result = claim.results.back();
      result.device = key;
      result.driver = parts[0];
      result.pool = parts[1];
      result.share_id = parts[2];
      result.admin_access = parts[3] == "admin";
      return true;
    }
    case 't':
      if (!claim.results.empty()) claim.results.back().request = key;
      return true;
    case 'K':
      if (!claim.results.empty()) claim.results.back().consumed[key] = value;
      return true;
    case 'V':
      claim.reserved_for.push_back({claim.ns, key, value});
      return true;
    default:
      return false;
  }
}

inline bool apply_to_device(char what, const std::string& key, const std::string& value,
                            ResourceSliceView::Device& device) {
  switch (what) {
    case 'T':
      device.attributes[key] = value;
      return true;
    case 'P':
      device.capacity[key] = value;
      return true;
    case 'N':
      device.node = key;
      return true;
    default:
      return false;
  }
}

// ResourceClaims, ResourceSlices and Koordinator's object.
inline bool apply_to_dra(char what, const std::string& key, const std::string& value, Input& in) {
  const Parts parts = parts_of(value);
  switch (what) {
    case 'R':
      in.claims.push_back({});
      in.claims.back().ns = value;
      in.claims.back().name = key;
      return true;
    case 'S': {  // <driver>\1<pool>\1<generation>\1<node>
      ResourceSliceView slice;
      slice.name = key;
      slice.driver = parts[0];
      slice.pool = parts[1];
      slice.generation = parse_unsigned(parts[2]).value_or(0);
      slice.node = parts[3];
      in.slices.push_back(std::move(slice));
      return true;
    }
    case 'D':
      if (!in.slices.empty()) {
        in.slices.back().devices.push_back({});
        in.slices.back().devices.back().name = key;
      }
      return true;
    case 'E':
      in.pod.extended_claim.emplace().claim_name = key;
      return true;
    case 'M':
      if (in.pod.extended_claim) {
        in.pod.extended_claim->mappings.push_back({key, parts[0], parts[1]});
      }
      return true;
    case 'O':
      in.object.devices.push_back(
          {"gpu",
           key,
           static_cast<int>(parse_unsigned<std::uint16_t>(parts[0]).value_or(7)),
           parts[2] == "true",
           {{"koordinator.sh/gpu-memory", parts[3]}},
           parts[1]});
      return true;
    case 'G':
      in.object.labels[key] = value;
      return true;
    default:
      break;
  }
  if (!in.claims.empty() && apply_to_claim(what, key, value, in.claims.back())) return true;
  if (in.slices.empty() || in.slices.back().devices.empty()) return false;
  return apply_to_device(what, key, value, in.slices.back().devices.back());
}

inline void apply(std::string what_and_key, std::string value, bool& init, Input& in) {
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
    case 'v':
      in.ids.emplace_back(key, value);
      break;
    default:
      if (apply_to_dra(what, key, value, in)) return;
      if (ContainerView* container = last_container(in.pod, init)) {
        apply_to_container(what, std::move(key), std::move(value), *container);
      }
  }
}

inline Input decode(const std::uint8_t* data, std::size_t size) {
  Input in;
  in.node.name = "n1";
  in.object.node = "n1";
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

inline schemes::DraObjects dra_objects(const Input& in) {
  schemes::DraObjects out;
  for (const ResourceClaimView& claim : in.claims) out.put(claim);
  for (const ResourceSliceView& slice : in.slices) out.put(slice);
  return out;
}

}  // namespace pge::fuzz
