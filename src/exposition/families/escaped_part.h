// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "exposition/text/escape.h"
#include "model/snapshot.h"

namespace pge {

// One allocation with its texts escaped, once for all families that print them.
struct EscapedAllocation {
  const Allocation& raw;
  EscapedLabel ns;
  EscapedLabel pod;
  EscapedLabel container;
  EscapedLabel device_id;
  EscapedLabel pod_uid;
  EscapedLabel resource;
  EscapedLabel scheme;
  EscapedLabel model;
};

struct EscapedDevice {
  const Device& raw;
  EscapedLabel id;
};

// What the writers of families are given: a NodePart and its escaped texts. Views `part`.
class EscapedPart {
 public:
  explicit EscapedPart(const NodePart& part);

  const NodePart& part() const { return part_; }
  EscapedLabel node() const { return node_; }
  const std::vector<EscapedAllocation>& allocations() const { return allocations_; }
  const std::vector<EscapedDevice>& devices() const { return devices_; }

  // For texts that only one family prints.
  LabelEscaper& escape() { return escape_; }

 private:
  const NodePart& part_;
  LabelEscaper escape_;
  EscapedLabel node_;
  std::vector<EscapedAllocation> allocations_;
  std::vector<EscapedDevice> devices_;
};

}  // namespace pge
