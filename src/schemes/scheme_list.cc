// SPDX-License-Identifier: Apache-2.0
#include "schemes/scheme_list.h"

#include <algorithm>

#include "schemes/scheme.h"

namespace pge::schemes {
namespace {

constexpr std::string_view kHead =
    "# Schemes\n"
    "\n"
    "Made from the program's own table (`--list-schemes`); not written by hand.\n"
    "\n"
    "A scheme is one way of writing down which container got which device. They are asked in this\n"
    "order; the first that places a device of a vendor silences the later ones for that vendor of\n"
    "that pod. How device-plugin ids read is in [device-ids.md](device-ids.md), how to add a "
    "scheme\n"
    "in [adding-a-scheme.md](adding-a-scheme.md).\n";

void append_codes(std::string& out, std::span<const std::string_view> names) {
  if (names.empty()) out += "–";
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) out += ", ";
    out += "`";
    out += names[i];
    out += "`";
  }
}

std::string what_it_tells(const Scheme& scheme) {
  std::string out;
  const auto add = [&](bool told, std::string_view what) {
    if (!told) return;
    if (!out.empty()) out += ", ";
    out += what;
  };
  add(scheme.claims_of_pod != nullptr, "holders (pods)");
  add(scheme.devices_of_node != nullptr, "devices (nodes)");
  add(scheme.models_of_node != nullptr, "models (nodes)");
  add(scheme.device_key != nullptr, "device ids");
  return out.empty() ? "–" : out;
}

void append_row(std::string& out, const Scheme& scheme) {
  out += "\n## ";
  out += scheme.name;
  out += "\n\n";
  out += scheme.summary;
  out += ".\n\n- Vendor: ";
  out += scheme.vendor.empty() ? "by device" : scheme.vendor;
  out += "\n- Tells: " + what_it_tells(scheme) + "\n- Resources: ";
  append_codes(out, scheme.resources);
  out += "\n- Reads: ";
  append_codes(out, scheme.reads);
  out += "\n";
}

void append_padded(std::string& out, std::string_view text, std::size_t width) {
  out += text;
  out.append(width - std::min(width, text.size()) + 2, ' ');
}

}  // namespace

std::string schemes_markdown() {
  std::string out(kHead);
  for (const Scheme& scheme : all_schemes()) append_row(out, scheme);
  return out;
}

std::string schemes_text() {
  std::size_t name_width = 0;
  std::size_t vendor_width = 0;
  for (const Scheme& scheme : all_schemes()) {
    name_width = std::max(name_width, scheme.name.size());
    vendor_width = std::max(vendor_width, scheme.vendor.size());
  }
  std::string out;
  for (const Scheme& scheme : all_schemes()) {
    append_padded(out, scheme.name, name_width);
    append_padded(out, scheme.vendor.empty() ? "-" : scheme.vendor, vendor_width);
    out += scheme.summary;
    out += "\n";
  }
  return out;
}

}  // namespace pge::schemes
