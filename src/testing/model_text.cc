// SPDX-License-Identifier: Apache-2.0
#include "testing/model_text.h"

namespace pge::testing {
namespace {

std::string kind_name(DeviceKey::Kind kind) {
  switch (kind) {
    case DeviceKey::Kind::none:
      return "none";
    case DeviceKey::Kind::uuid:
      return "uuid";
    case DeviceKey::Kind::mig_legacy:
      return "mig_legacy";
    case DeviceKey::Kind::mig_slot:
      return "mig_slot";
    case DeviceKey::Kind::minor:
      return "minor";
    case DeviceKey::Kind::index:
      return "index";
    case DeviceKey::Kind::pci:
      return "pci";
    case DeviceKey::Kind::platform:
      return "platform";
    case DeviceKey::Kind::card:
      return "card";
    case DeviceKey::Kind::dra:
      return "dra";
    case DeviceKey::Kind::group:
      return "group";
    case DeviceKey::Kind::opaque:
      return "opaque";
  }
  return "?";
}

}  // namespace

std::string to_text(const DeviceKey& key) {
  std::string out = kind_name(key.kind);
  if (!key.text.empty()) out += " " + key.text;
  if (key.number >= 0) out += " " + std::to_string(key.number);
  if (key.gpu_instance >= 0) out += " gi=" + std::to_string(key.gpu_instance);
  if (key.compute_instance >= 0) out += " ci=" + std::to_string(key.compute_instance);
  return out;
}

std::string to_text(Evidence evidence) {
  switch (evidence) {
    case Evidence::process:
      return "process";
    case Evidence::status:
      return "status";
    case Evidence::planned_annotation:
      return "planned_annotation";
    case Evidence::kubelet_id:
      return "kubelet_id";
    case Evidence::dra_status:
      return "dra_status";
    case Evidence::realised_annotation:
      return "realised_annotation";
    case Evidence::given:
      return "given";
  }
  return "?";
}

std::string to_text(const schemes::ParsedId& id) {
  std::string out = to_text(id.key);
  if (id.shared) out += id.replica ? " #" + std::to_string(*id.replica) : " #?";
  out += " " + id.scheme + " " + (id.vendor.empty() ? "-" : id.vendor);
  if (!id.id_is_real) out += " unreal";
  if (id.monitoring) out += " monitoring";
  if (id.malformed) out += " malformed";
  return out;
}

}  // namespace pge::testing
