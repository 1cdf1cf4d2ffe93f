// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "model/pod_info.h"

namespace pge {

// What all sources say of the pods of one node, by uid and by name. A pod that was made anew under
// its name has the uid of the old one beside its own; the one that the kubelet still keeps is
// meant, then the one that started last.
class KnownPods {
 public:
  // Infos of one uid are merged: each adds what the ones before did not know. `info` outlives this.
  void add(const PodInfo& info);

  bool empty() const { return by_uid_.empty(); }
  const PodInfo* by_uid(std::string_view uid) const;
  // The pod that bears the name now; null where no source has it.
  const PodInfo* by_name(std::string_view ns, std::string_view name) const;
  // Whether a pod with this uid may bear this name: it does, or nobody knows its name.
  bool may_be(std::string_view uid, std::string_view ns, std::string_view name) const;

 private:
  std::map<std::string, PodInfo, std::less<>> by_uid_;
};

}  // namespace pge
