// SPDX-License-Identifier: Apache-2.0
#include "exposition/catalog.h"

namespace pge {

namespace {

constexpr std::string_view kIntroduction =
    R"(# Metrics

Made from the program's own list of families; not written by hand.

- **Type** `info` is a gauge of value 1 in the text format and the type `info` in OpenMetrics.
- **Changes** says what makes a family's lines change: *assignment* is by event, when a container
  gets or loses a device or what is known of a node changes; *measures* is with each reading of
  usage; *scrape* is with each scrape.
- Families stand in byte order of their names, lines in that of node, namespace, pod, container and
  device id. Labels stand in byte order and empty values are printed. Each label set stands once.
- A family without lines is left out, `pod_and_gpu_map_info` excepted. What is not known has no
  line; it is never shown as 0.

)";

std::string_view type_text(MetricType type) {
  switch (type) {
    case MetricType::gauge:
      return "gauge";
    case MetricType::counter:
      return "counter";
    case MetricType::info:
      return "info";
  }
  return "gauge";
}

std::string_view cadence_text(Cadence cadence) {
  switch (cadence) {
    case Cadence::assignment:
      return "assignment";
    case Cadence::measures:
      return "measures";
    case Cadence::scrape:
      return "scrape";
  }
  return "scrape";
}

void append_row(std::string& out, const Family& family) {
  out.append("| `").append(family.name).append("` | ").append(type_text(family.type));
  std::string_view separator = " | ";
  for (const std::string_view label : family.labels.names()) {
    out.append(separator).append("`").append(label).append("`");
    separator = ", ";
  }
  out.append(family.labels.size() == 0 ? " | – | " : " | ");
  out.append(cadence_text(family.cadence)).append(" | ").append(family.help).append(" |\n");
}

void append_table(std::string& out, std::span<const Family* const> families) {
  out += "| Family | Type | Labels | Changes | Meaning |\n| --- | --- | --- | --- | --- |\n";
  for (const Family* family : families) append_row(out, *family);
}

}  // namespace

std::string metrics_markdown() {
  std::string page(kIntroduction);
  page += "## `/metrics`\n\n";
  append_table(page, catalog());
  page +=
      "\nWith `--metrics.legacy` also one family for each line of `pod_and_gpu_map_info`, `<n>` "
      "counting from\n0 in their order, value 0:\n\n";
  append_table(page, std::array{&kLegacyFamily});
  page += R"(
## `/metrics/nodes`

One family for each node that has GPU pods. Its name is the node's with every character outside
`[a-zA-Z0-9_]` replaced by `_`, `node_` in front if it starts with a digit, and `_info` behind. Nodes
that fall on one name share one family. `promtool check metrics` may call such a name bad style (it
takes the `a` or `b` of `a_b_info` for an abbreviated unit); names of nodes are what they are, and
Prometheus takes them all.

)";
  append_table(page, std::array{&kNodeMapFamily});
  return page;
}

}  // namespace pge
