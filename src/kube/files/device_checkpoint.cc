// SPDX-License-Identifier: Apache-2.0
#include "kube/files/device_checkpoint.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/encoding/base64.h"
#include "base/json/json.h"
#include "kube/files/item_errors.h"
#include "kube/files/limits.h"

namespace pge {
namespace {

class Parser {
 public:
  bool take(const JsonItem& item) {
    if (!item.value) {
      errors_.add("entry beyond the limits", {});
      return true;
    }
    if (auto entry = read_entry(*item.value)) {
      items_ += entry->ids.size() + (entry->response ? entry->response->items() : 0);
      entries_.push_back(std::move(*entry));
    }
    return entries_.size() <= kMostFileEntries && items_ <= kMostFileItems;
  }

  DeviceCheckpoint finish() { return {std::move(entries_), errors_.take()}; }

 private:
  std::optional<CheckpointEntry> read_entry(const Json& json) {
    const auto uid = json.text_at("PodUID");
    const auto container = json.text_at("ContainerName");
    const auto resource = json.text_at("ResourceName");
    if (!uid || !container || !resource || !good_name(*uid) || !good_name(*container) ||
        !good_name(*resource)) {
      errors_.add("entry without a pod, container and resource", std::string(uid.value_or("")));
      return std::nullopt;
    }
    CheckpointEntry entry{
        std::string(*uid), std::string(*container), std::string(*resource), {}, {}};
    const std::string where = entry.pod_uid + "/" + entry.container + "/" + entry.resource;
    read_ids(json.find("DeviceIDs"), where, entry.ids);
    if (entry.ids.empty()) return std::nullopt;
    std::ranges::sort(entry.ids);
    const auto rest = std::ranges::unique(entry.ids);
    entry.ids.erase(rest.begin(), rest.end());
    entry.response = read_response(json.find("AllocResp"), where);
    return entry;
  }

  void read_ids(const Json* json, const std::string& where, std::vector<std::string>& ids) {
    if (json == nullptr || json->is(Json::Type::null)) return;
    if (json->is(Json::Type::list)) {
      read_list(*json, where, ids);
    } else if (json->is(Json::Type::object)) {
      for (const auto& [node, list] : json->members) {
        if (!list.is(Json::Type::null)) read_list(list, where, ids);
      }
    } else {
      errors_.add("DeviceIDs of a wrong type", where);
    }
  }

  void read_list(const Json& list, const std::string& where, std::vector<std::string>& ids) {
    if (!list.is(Json::Type::list)) {
      errors_.add("DeviceIDs of a wrong type", where);
      return;
    }
    for (const Json& id : list.items) {
      if (id.is(Json::Type::text) && good_id(id.string)) {
        ids.push_back(id.string);
      } else {
        errors_.add("a device id that is none", where);
      }
    }
  }

  std::optional<ContainerResponse> read_response(const Json* json, const std::string& where) {
    if (json == nullptr || json->is(Json::Type::null)) return std::nullopt;
    const auto bytes = json->is(Json::Type::text) ? decode_base64(json->string) : std::nullopt;
    auto response = bytes ? decode_container_response(*bytes) : std::nullopt;
    if (!response) errors_.add("AllocResp cannot be read", where);
    return response;
  }

  std::vector<CheckpointEntry> entries_;
  ItemErrors errors_;
  std::size_t items_ = 0;
};

}  // namespace

Result<DeviceCheckpoint> parse_device_checkpoint(std::string_view text) {
  const std::array<JsonPlace, 2> places{JsonPlace{"Data", "PodDeviceEntries", "*"},
                                        JsonPlace{"PodDeviceEntries", "*"}};
  Parser parser;
  const auto parents = read_json_items(text, places, kEntryLimits,
                                       [&](const JsonItem& item) { return parser.take(item); });
  if (!parents) return std::unexpected(parents.error());
  const auto type = (*parents)[0] ? (*parents)[0] : (*parents)[1];
  if (type != Json::Type::list && type != Json::Type::null)
    return fail(ErrorKind::malformed, "no list of PodDeviceEntries");
  return parser.finish();
}

}  // namespace pge
