// SPDX-License-Identifier: Apache-2.0
#include "kube/files/gpu_manager_checkpoint.h"

#include <algorithm>
#include <utility>

#include "base/json/json.h"
#include "base/strings.h"
#include "kube/files/item_errors.h"
#include "kube/files/limits.h"

namespace pge {
namespace {

constexpr std::string_view kNode = "/dev/nvidia";

class Parser {
 public:
  bool take(const JsonItem& pod) {
    if (!pod.value || !good_name(pod.name)) {
      errors_.add("pod beyond the limits", std::string(pod.name));
      return true;
    }
    if (!pod.value->is(Json::Type::object)) {
      errors_.add("pod without containers", std::string(pod.name));
      return true;
    }
    for (const auto& [container, grant] : pod.value->members)
      read_grant(std::string(pod.name), container, grant);
    return grants_.size() <= kMostFileEntries && items_ <= kMostFileItems;
  }

  GpuManagerCheckpoint finish() { return {std::move(grants_), errors_.take()}; }

 private:
  void read_grant(std::string pod_uid, const std::string& container, const Json& json) {
    const std::string where = pod_uid + "/" + container;
    if (!json.is(Json::Type::object) || !good_name(container)) {
      errors_.add("container of a wrong shape", where);
      return;
    }
    GpuManagerGrant grant{
        std::move(pod_uid), container, {}, json.whole_at("Cores"), json.whole_at("Memory")};
    read_devices(json.find("Devices"), where, grant.minors);
    std::ranges::sort(grant.minors);
    const auto rest = std::ranges::unique(grant.minors);
    grant.minors.erase(rest.begin(), rest.end());
    items_ += grant.minors.size();
    if (!grant.minors.empty()) grants_.push_back(std::move(grant));
  }

  void read_devices(const Json* json, const std::string& where, std::vector<int>& minors) {
    if (json == nullptr || json->is(Json::Type::null)) return;
    if (!json->is(Json::Type::list)) {
      errors_.add("Devices of a wrong type", where);
      return;
    }
    for (const Json& path : json->items) {
      const std::string_view text = path.string;
      const auto minor = text.starts_with(kNode)
                             ? parse_unsigned<std::uint16_t>(text.substr(kNode.size()))
                             : std::nullopt;
      if (minor) {
        minors.push_back(*minor);
      } else {
        errors_.add("a device that is no card", where);
      }
    }
  }

  std::vector<GpuManagerGrant> grants_;
  ItemErrors errors_;
  std::size_t items_ = 0;
};

}  // namespace

Result<GpuManagerCheckpoint> parse_gpu_manager_checkpoint(std::string_view text) {
  const JsonPlace pods{"PodGPUMapping", "*"};
  Parser parser;
  const auto parents = read_json_items(text, {&pods, 1}, kEntryLimits,
                                       [&](const JsonItem& item) { return parser.take(item); });
  if (!parents) return std::unexpected(parents.error());
  const auto type = parents->front();
  if (type != Json::Type::object && type != Json::Type::null)
    return fail(ErrorKind::malformed, "no PodGPUMapping");
  return parser.finish();
}

}  // namespace pge
