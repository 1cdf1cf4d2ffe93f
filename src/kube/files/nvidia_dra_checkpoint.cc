// SPDX-License-Identifier: Apache-2.0
#include "kube/files/nvidia_dra_checkpoint.h"

#include <array>
#include <initializer_list>
#include <map>
#include <optional>
#include <utility>

#include "base/json/json.h"
#include "kube/files/item_errors.h"
#include "kube/files/limits.h"

namespace pge {
namespace {

constexpr std::string_view kDriver = "gpu.nvidia.com";

// The first of these members that is a text. Names follow Go's fields, protobuf's JSON or the
// driver's own tags, depending on the release.
std::string text_of(const Json& json, std::initializer_list<std::string_view> keys) {
  for (const std::string_view key : keys) {
    if (const auto text = json.text_at(key); text && good_name(*text)) return std::string(*text);
  }
  return {};
}

const Json& member(const Json& json, std::initializer_list<std::string_view> path) {
  static const Json kNothing;
  const Json* at = &json;
  for (const std::string_view key : path) {
    at = at->find(key);
    if (at == nullptr) return kNothing;
  }
  return *at;
}

// A MIG device is "concrete" in the second version and "info" in the first.
std::string uuid_of(const Json& device) {
  for (const std::string_view part : {"concrete", "info"}) {
    const Json* json = device.find(part);
    if (json == nullptr) continue;
    std::string uuid = text_of(*json, {"migUUID", "uuid"});
    if (!uuid.empty()) return uuid;
  }
  return {};
}

class Parser {
 public:
  bool take(const JsonItem& item) {
    if (!item.value || !good_name(item.name)) {
      errors_.add("claim beyond the limits", std::string(item.name));
      return true;
    }
    PreparedClaim claim = read_claim(std::string(item.name), *item.value);
    items_ += claim.devices.size() + claim.pods.size();
    // What the newer version says of a claim stands, whichever comes first.
    const bool newer = item.place == kNewer;
    Versioned& known = claims_[claim.uid];
    if (newer || !known.newer) known = {newer, std::move(claim)};
    return claims_.size() <= kMostFileEntries && items_ <= kMostFileItems;
  }

  static constexpr std::size_t kNewer = 0;

  NvidiaDraCheckpoint finish() {
    NvidiaDraCheckpoint out;
    for (auto& [uid, versioned] : claims_) {
      if (!versioned.claim.devices.empty()) out.claims.push_back(std::move(versioned.claim));
    }
    out.skipped = errors_.take();
    return out;
  }

 private:
  struct Versioned {
    bool newer = false;
    PreparedClaim claim;
  };

  PreparedClaim read_claim(std::string uid, const Json& json) {
    PreparedClaim claim{
        std::move(uid), text_of(json, {"namespace"}), text_of(json, {"name"}), {}, {}};
    const auto state = json.text_at("checkpointState");
    if (state && !state->empty() && *state != "PrepareCompleted") return claim;
    for (const Json& user : member(json, {"status", "reservedFor"}).items) {
      PodRef pod{claim.ns, text_of(user, {"name"}), text_of(user, {"uid"})};
      if (user.text_at("resource") == "pods" && !pod.uid.empty())
        claim.pods.push_back(std::move(pod));
    }
    const Json& groups = json.is(Json::Type::list) ? json : member(json, {"preparedDevices"});
    const Json& results = member(json, {"status", "allocation", "devices", "results"});
    for (const Json& group : groups.items) {
      for (const Json& device : member(group, {"devices"}).items)
        read_device(device, results, claim);
    }
    return claim;
  }

  void read_device(const Json& json, const Json& results, PreparedClaim& claim) {
    for (const std::string_view kind : {"gpu", "mig", "vfio"}) {
      const Json* part = json.find(kind);
      if (part == nullptr || part->is(Json::Type::null)) continue;
      const Json& named = member(*part, {"device"});
      PreparedDevice device{text_of(named, {"PoolName", "poolName", "pool_name"}),
                            text_of(named, {"DeviceName", "deviceName", "device_name"}),
                            uuid_of(*part), false};
      if (device.device.empty() || device.uuid.empty()) {
        errors_.add("device without name and uuid", claim.uid);
        continue;
      }
      device.monitoring = monitoring(results, device);
      claim.devices.push_back(std::move(device));
    }
  }

  // Whether every result that names the device grants it for watching only.
  static bool monitoring(const Json& results, const PreparedDevice& device) {
    bool watched = false;
    for (const Json& result : results.items) {
      if (result.text_at("device") != device.device ||
          result.text_at("driver").value_or(kDriver) != kDriver) {
        continue;
      }
      if (!result.boolean_at("adminAccess").value_or(false)) return false;
      watched = true;
    }
    return watched;
  }

  std::map<std::string, Versioned> claims_;
  ItemErrors errors_;
  std::size_t items_ = 0;
};

}  // namespace

Result<NvidiaDraCheckpoint> parse_nvidia_dra_checkpoint(std::string_view text) {
  const std::array<JsonPlace, 6> places{JsonPlace{"v2", "preparedClaims", "*"},
                                        JsonPlace{"v1", "preparedClaims", "*"},
                                        JsonPlace{"preparedClaims", "*"},
                                        JsonPlace{"v2", "nodeBootID"},
                                        JsonPlace{"nodeBootID"},
                                        JsonPlace{"checksum"}};
  Parser parser;
  std::string boot_id;
  bool summed = false;
  const auto parents = read_json_items(text, places, kEntryLimits, [&](const JsonItem& item) {
    if (item.place < 3) return parser.take(item);
    if (item.place == 5)
      summed = true;
    else if (item.value && good_name(item.value->string))
      boot_id = item.value->string;
    return true;
  });
  if (!parents) return std::unexpected(parents.error());
  // A driver that has prepared nothing leaves all claims out, but never the checksum.
  if (!summed && !(*parents)[0] && !(*parents)[1] && !(*parents)[2])
    return fail(ErrorKind::malformed, "not the driver's checkpoint");
  NvidiaDraCheckpoint out = parser.finish();
  out.boot_id = std::move(boot_id);
  return out;
}

}  // namespace pge
