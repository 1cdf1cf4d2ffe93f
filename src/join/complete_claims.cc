// SPDX-License-Identifier: Apache-2.0
#include "join/complete_claims.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace pge {
namespace {

using Key = std::tuple<std::string_view, std::string_view, std::string_view>;
using Name = std::pair<std::string_view, std::string_view>;

// What stands between a claim and its record: container, resource and one id. DRA's records know no
// container, and its resource (the class of device) only the claim.
Key key_of(const Claim& claim, bool by_container) {
  if (!by_container) return {{}, {}, claim.raw_id};
  return {claim.container, claim.resource, claim.raw_id};
}

class Completer {
 public:
  Completer(const std::vector<const GrantRecord*>& records, const KnownPods& pods)
      : records_(records), pods_(pods) {
    for (const GrantRecord* record : records) {
      for (const std::string& id : record->ids)
        by_key_.emplace(Key{record->container, record->resource, id}, record);
    }
  }

  void complete(const std::vector<const Claim*>& listed) {
    for (const Claim* claim : listed) note_listed(*claim);
    for (const Claim* claim : listed) complete_one(*claim);
  }

  // Records of living pods that nobody lists.
  void speak_for_themselves() {
    for (const GrantRecord* record : records_) {
      const PodInfo* pod = pods_.by_uid(record->pod.uid);
      if (pod != nullptr && pod->present && !pod->pod.name.empty()) add_all(*record, pod->pod);
    }
  }

  // Containers of listed pods that only records know.
  void add_unlisted_containers() {
    for (const GrantRecord* record : records_) {
      if (used_.contains(record) || record->container.empty()) continue;
      const auto owner = owner_of_uid_.find(record->pod.uid);
      const PodInfo* pod = pods_.by_uid(record->pod.uid);
      Name name;
      if (owner != owner_of_uid_.end()) {
        name = owner->second;
      } else if (pod != nullptr && pod->present && listed_.contains({pod->pod.ns, pod->pod.name})) {
        name = {pod->pod.ns, pod->pod.name};
      } else {
        continue;
      }
      const auto& ids = listed_.at(name);
      const bool taken = std::ranges::any_of(
          record->ids, [&](const std::string& id) { return ids.contains({record->resource, id}); });
      if (!taken)
        add_all(*record, {std::string(name.first), std::string(name.second), record->pod.uid});
    }
  }

  CompleteClaims take() { return std::move(out_); }

 private:
  void note_listed(const Claim& claim) {
    auto& ids = listed_[{claim.pod.ns, claim.pod.name}];
    ids.emplace(claim.resource, claim.raw_id);
  }

  bool fits(const GrantRecord& record, const Claim& claim) const {
    if (!record.pod.name.empty() && record.pod.name != claim.pod.name) return false;
    if (!record.pod.ns.empty() && record.pod.ns != claim.pod.ns) return false;
    return pods_.may_be(record.pod.uid, claim.pod.ns, claim.pod.name);
  }

  // Several records fit where a pod was made anew under its name and got the same device again.
  const GrantRecord* record_of(const Claim& claim) const {
    const GrantRecord* best = nullptr;
    int fitting = 0;
    const PodInfo* now = pods_.by_name(claim.pod.ns, claim.pod.name);
    for (const bool by_container : {true, false}) {
      const auto [from, to] = by_key_.equal_range(key_of(claim, by_container));
      for (auto at = from; at != to; ++at) {
        if (!fits(*at->second, claim)) continue;
        if (now != nullptr && now->pod.uid == at->second->pod.uid) return at->second;
        best = at->second;
        ++fitting;
      }
    }
    return fitting == 1 ? best : nullptr;
  }

  void complete_one(const Claim& claim) {
    const GrantRecord* record = claim.evidence == Evidence::kubelet_id ? record_of(claim) : nullptr;
    if (record == nullptr) return keep(claim);
    used_.insert(record);
    owner_of_uid_.emplace(record->pod.uid, Name{claim.pod.ns, claim.pod.name});
    if (record->monitoring) return;
    const bool given = std::ranges::any_of(
        record->claims, [](const Claim& said) { return said.evidence == Evidence::given; });
    if (!given) {
      Claim own = claim;
      own.pod.uid = record->pod.uid;
      return add(std::move(own));
    }
    // What the kubelet picked is compared with what was given, if it meant anything.
    const bool same_scheme = std::ranges::any_of(record->claims, [&](const Claim& said) {
      return said.evidence == Evidence::given && said.scheme == claim.scheme;
    });
    if (same_scheme && claim.device.kind != DeviceKey::Kind::none) {
      Claim own = claim;
      own.pod.uid = record->pod.uid;
      add(std::move(own));
    }
    // Once for all claims that stand for ids of this record; of DRA's for each container.
    if (!replaced_.emplace(record, claim.container).second) return;
    for (Claim said : record->claims) {
      said.pod = {claim.pod.ns, claim.pod.name, record->pod.uid};
      said.container = claim.container;
      if (said.resource.empty()) said.resource = claim.resource;
      add(std::move(said));
    }
  }

  // A claim without a record may still belong to a pod that its name tells.
  void keep(const Claim& claim) {
    const PodInfo* pod = claim.pod.uid.empty() ? pods_.by_name(claim.pod.ns, claim.pod.name)
                                               : pods_.by_uid(claim.pod.uid);
    if (pod == nullptr) {
      out_.claims.push_back(&claim);
      return;
    }
    Claim own = claim;
    own.pod.uid = pod->pod.uid;
    const bool unreal =
        own.evidence == Evidence::kubelet_id &&
        std::ranges::find(pod->unreal_vendors, own.vendor) != pod->unreal_vendors.end();
    if (unreal) own.device = {};
    add(std::move(own));
  }

  void add_all(const GrantRecord& record, const PodRef& pod) {
    if (record.monitoring) return;
    for (Claim said : record.claims) {
      said.pod = pod;
      said.pod.uid = record.pod.uid;
      add(std::move(said));
    }
  }

  void add(Claim claim) {
    out_.made.push_back(std::move(claim));
    out_.claims.push_back(&out_.made.back());
  }

  const std::vector<const GrantRecord*>& records_;
  const KnownPods& pods_;
  std::multimap<Key, const GrantRecord*> by_key_;
  std::map<Name, std::set<std::pair<std::string_view, std::string_view>>> listed_;
  std::map<std::string_view, Name> owner_of_uid_;
  std::set<const GrantRecord*> used_;
  std::set<std::pair<const GrantRecord*, std::string_view>> replaced_;
  CompleteClaims out_;
};

}  // namespace

CompleteClaims complete_claims(const std::vector<const Claim*>& listed,
                               const std::vector<const GrantRecord*>& records,
                               const KnownPods& pods, bool anybody_lists) {
  if (records.empty() && pods.empty()) return {listed, {}};
  Completer completer(records, pods);
  completer.complete(listed);
  if (anybody_lists) {
    completer.add_unlisted_containers();
  } else {
    completer.speak_for_themselves();
  }
  return completer.take();
}

}  // namespace pge
