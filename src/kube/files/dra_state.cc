// SPDX-License-Identifier: Apache-2.0
#include "kube/files/dra_state.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/json/json.h"
#include "kube/files/item_errors.h"
#include "kube/files/limits.h"

namespace pge {
namespace {

std::vector<std::string> texts(const Json* list) {
  std::vector<std::string> out;
  if (list == nullptr) return out;
  for (const Json& item : list->items) {
    if (item.is(Json::Type::text) && good_id(item.string)) out.push_back(item.string);
  }
  return out;
}

std::string text_or_empty(const Json& json, std::string_view key) {
  return std::string(json.text_at(key).value_or(""));
}

class Parser {
 public:
  bool take(const JsonItem& item) {
    if (!item.value) {
      errors_.add("claim beyond the limits", {});
      return true;
    }
    if (auto claim = read_claim(*item.value)) {
      items_ += claim->pod_uids.size() + claim->devices.size();
      for (const DraDevice& device : claim->devices)
        items_ += device.requests.size() + device.cdi_names.size();
      claims_.push_back(std::move(*claim));
    }
    return claims_.size() <= kMostFileEntries && items_ <= kMostFileItems;
  }

  DraState finish() { return {std::move(claims_), errors_.take()}; }

 private:
  std::optional<DraClaim> read_claim(const Json& json) {
    DraClaim claim{text_or_empty(json, "ClaimUID"),
                   text_or_empty(json, "Namespace"),
                   text_or_empty(json, "ClaimName"),
                   {},
                   {}};
    if (!good_name(claim.uid) || !good_name(claim.ns) || !good_name(claim.name)) {
      errors_.add("claim without uid, namespace and name", claim.ns + "/" + claim.name);
      return std::nullopt;
    }
    const std::string where = claim.ns + "/" + claim.name;
    if (const Json* pods = json.find("PodUIDs")) {
      for (const auto& [uid, nothing] : pods->members) {
        if (good_name(uid)) claim.pod_uids.push_back(uid);
      }
    }
    std::ranges::sort(claim.pod_uids);
    const auto rest = std::ranges::unique(claim.pod_uids);
    claim.pod_uids.erase(rest.begin(), rest.end());
    if (const Json* drivers = json.find("DriverState")) {
      for (const auto& [driver, state] : drivers->members) read_driver(driver, state, where, claim);
    } else if (const Json* cdi = json.find("CDIDevices")) {
      for (const auto& [driver, names] : cdi->members) read_cdi(driver, names, claim);
    }
    return claim;
  }

  void read_driver(const std::string& driver, const Json& state, const std::string& where,
                   DraClaim& claim) {
    const Json* devices = state.find("Devices");
    if (devices == nullptr) return;  // a driver may have nothing to give
    for (const Json& json : devices->items) {
      DraDevice device{driver,
                       text_or_empty(json, "PoolName"),
                       text_or_empty(json, "DeviceName"),
                       text_or_empty(json, "ShareID"),
                       texts(json.find("RequestNames")),
                       texts(json.find("CDIDeviceIDs"))};
      if (good_name(driver) && good_name(device.pool) && good_name(device.device)) {
        claim.devices.push_back(std::move(device));
      } else {
        errors_.add("device without driver, pool and name", where);
      }
    }
  }

  void read_cdi(const std::string& driver, const Json& names, DraClaim& claim) {
    for (std::string& name : texts(&names))
      claim.devices.push_back({driver, {}, {}, {}, {}, {std::move(name)}});
  }

  std::vector<DraClaim> claims_;
  ItemErrors errors_;
  std::size_t items_ = 0;
};

// What surrounds the entries: the newer layout keeps them as a text, so that a checksum over its
// bytes can be verified.
struct Envelope {
  std::optional<std::string> data;
  std::optional<std::uint64_t> checksum;
  bool versioned = false;
};

Result<Envelope> read_envelope(std::string_view text) {
  const std::array<JsonPlace, 3> places{JsonPlace{"Data"}, JsonPlace{"Checksum"},
                                        JsonPlace{"version"}};
  const JsonLimits limits{.bytes = kMostFileBytes, .depth = 16, .values = 1000};
  Envelope envelope;
  const auto parents = read_json_items(text, places, limits, [&](JsonItem item) {
    if (!item.value) return true;
    if (item.place == 0 && item.value->is(Json::Type::text))
      envelope.data = std::move(item.value->string);
    if (item.place == 1) envelope.checksum = item.value->whole;
    if (item.place == 2) envelope.versioned = true;
    return true;
  });
  if (!parents) return std::unexpected(parents.error());
  return envelope;
}

Result<void> verify(std::string_view data, std::optional<std::uint64_t> checksum) {
  const auto* bytes = reinterpret_cast<const Bytef*>(data.data());
  const std::uint64_t actual = ::crc32_z(0, bytes, data.size());
  if (checksum != actual) return fail(ErrorKind::malformed, "the checksum does not fit the data");
  return {};
}

}  // namespace

Result<DraState> parse_dra_state(std::string_view text) {
  const auto envelope = read_envelope(text);
  if (!envelope) return std::unexpected(envelope.error());
  const std::optional<std::string>& data = envelope->data;
  if (data.has_value()) {
    text = *data;
    if (auto verified = verify(text, envelope->checksum); !verified)
      return std::unexpected(std::move(verified.error()));
  }
  const JsonPlace entries = data ? JsonPlace{"Entries", "*"} : JsonPlace{"entries", "*"};
  Parser parser;
  const auto parents = read_json_items(text, {&entries, 1}, kEntryLimits,
                                       [&](const JsonItem& item) { return parser.take(item); });
  if (!parents) return std::unexpected(parents.error());
  const auto type = parents->front();
  // The older layout leaves an empty list out.
  const bool left_out = !data && envelope->versioned && !type;
  if (type != Json::Type::list && type != Json::Type::null && !left_out)
    return fail(ErrorKind::malformed, "no list of entries");
  return parser.finish();
}

}  // namespace pge
