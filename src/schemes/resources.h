// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pge::schemes {

// Which extended resources count as GPUs (--resources). Patterns are globs over the whole name. The
// defaults list each vendor's resources, never a bare "nvidia.com/*": "nvidia.com/hostdev" is a
// NIC.
class ResourcePatterns {
 public:
  static ResourcePatterns defaults();
  explicit ResourcePatterns(std::vector<std::string> patterns);

  bool listed(std::string_view resource) const;

  // A resource counts if it is listed, or if this id of it has the form of a GPU's id.
  bool counts(std::string_view resource, std::string_view id) const;

  const std::vector<std::string>& patterns() const { return patterns_; }

 private:
  std::vector<std::string> patterns_;
};

}  // namespace pge::schemes
