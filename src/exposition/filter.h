// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pge {

// What a scrape asks for with ?node=, ?namespace= and ?name[]=, each of which may stand several
// times: any of one kind, all of the kinds that are there.
struct PageFilter {
  std::vector<std::string> nodes;
  std::vector<std::string> namespaces;
  std::vector<std::string> names;  // of families, as they stand behind "# HELP"

  bool empty() const { return nodes.empty() && namespaces.empty() && names.empty(); }
};

// The lines of a page (text or OpenMetrics) that fit, with their heads. A line without the label
// that is asked for does not fit. The head of pod_and_gpu_map_info stands even without lines,
// unless names leave it out; "# EOF" stays.
std::string filtered(std::string_view page, const PageFilter& filter);

}  // namespace pge
