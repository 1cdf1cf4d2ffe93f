// SPDX-License-Identifier: Apache-2.0
#include "schemes/vgpu_list.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/strings.h"
#include "model/quantity.h"
#include "schemes/id_forms.h"
#include "schemes/json.h"

namespace pge::schemes {
namespace {

constexpr std::size_t kMaxFields = 12;
constexpr std::size_t kMaxRegistered = 1024;
constexpr std::size_t kMaxSkipped = 16;

// At most kMaxFields fields; more are left unread.
struct Fields {
  std::array<std::string_view, kMaxFields> at;
  std::size_t count = 0;
};

Fields fields_of(std::string_view text) {
  Fields out;
  while (out.count < kMaxFields) {
    const std::size_t comma = text.find(',');
    out.at[out.count++] = trim(text.substr(0, comma));
    if (comma == std::string_view::npos) break;
    text.remove_prefix(comma + 1);
  }
  return out;
}

std::string_view without_marker(std::string_view uuid) { return uuid.substr(0, uuid.find('[')); }

std::optional<VgpuDevice> parse_device(std::string_view text) {
  const Fields fields = fields_of(text);
  if (fields.count < 3) return std::nullopt;
  const bool typed = fields.count > 3;
  VgpuDevice device;
  device.raw = fields.at[0];
  device.uuid = trim(without_marker(device.raw));
  if (typed) device.type = fields.at[1];
  device.memory_mib = parse_unsigned(fields.at[typed ? 2 : 1]);
  device.cores = parse_unsigned(fields.at[typed ? 3 : 2]);
  return device;
}

void report(Reading<Device>& out, std::string_view key, std::string_view what,
            std::string_view bytes = {}) {
  if (out.skipped.size() < kMaxSkipped) out.skipped.push_back(malformed(key, what, bytes));
}

void add_device(std::string_view id, std::string_view type, Device device, Reading<Device>& out) {
  device.id = id;
  device.parent_id = id;
  device.model = plain_model(type);
  out.items.push_back(std::move(device));
}

void set_health(std::string_view text, Device& device) {
  if (text == "true") device.healthy = true;
  if (text == "false") device.healthy = false;
}

bool add_record(const Fields& fields, RegisterForm form, Device device, Reading<Device>& out) {
  const bool volcano = form == RegisterForm::volcano;
  const std::size_t type = volcano ? 3 : 4;
  const std::size_t health = volcano ? 4 : 6;
  if (fields.count <= health || fields.at[0].empty()) return false;
  set_health(fields.at[health], device);
  if (!volcano && fields.count > 7) device.index = small_number(fields.at[7]).value_or(-1);
  add_device(fields.at[0], fields.at[type], std::move(device), out);
  return true;
}

void parse_json_register(std::string_view key, std::string_view text, const Device& common,
                         Reading<Device>& out) {
  const auto json = parse_json(text);
  if (!json) {
    out.skipped.push_back(Error(json.error()).in(key));
    return;
  }
  for (const Json& item : json->items) {
    const auto id = item.text_at("id");
    if (!id || id->empty()) {
      report(out, key, "a device without id");
      continue;
    }
    Device device = common;
    device.healthy = item.boolean_at("health").value_or(false);
    const auto index = item.whole_at("index").value_or(0);
    device.index = index <= 0xffff ? static_cast<int>(index) : -1;
    add_device(*id, item.text_at("type").value_or(""), std::move(device), out);
  }
}

}  // namespace

std::vector<VgpuSegment> parse_vgpu_list(std::string_view key, std::string_view text,
                                         SegmentEnd end, ClaimList& claims) {
  std::vector<VgpuSegment> out;
  std::size_t devices = 0;
  text = trim(text);
  if (text.empty()) return out;
  if (end == SegmentEnd::terminated && text.ends_with(';')) text.remove_suffix(1);
  for (bool more = true; more;) {
    const std::size_t stop = text.find(';');
    more = stop != std::string_view::npos;
    std::string_view segment = text.substr(0, stop);
    if (more) text.remove_prefix(stop + 1);
    if (out.size() == kMaxSegments) {
      claims.skip(key, "more containers than a pod can have");
      break;
    }
    out.emplace_back();
    for (const std::string_view element : claims.list(key, segment, ':')) {
      const auto device = parse_device(element);
      if (!device) {
        claims.skip(key, "a device with too few fields", element);
      } else if (!device->uuid.empty() && devices < ClaimList::kMaxListed) {  // empty: padding
        out.back().push_back(*device);
        ++devices;
        if (!device->memory_mib || device->cores.value_or(101) > 100) {
          claims.skip(key, "memory or cores that are no such number", element);
        }
      }
    }
  }
  return out;
}

Share share_of(const VgpuDevice& device) {
  Share share;
  if (device.memory_mib && *device.memory_mib > 0) {
    share.memory_bytes = scaled(*device.memory_mib, kMiB);
  }
  if (device.cores && *device.cores > 0 && *device.cores <= 100) {
    share.compute_ratio = static_cast<double>(*device.cores) / 100;
  }
  return share;
}

void parse_register(std::string_view key, std::string_view text, RegisterForm form,
                    const Device& common, Reading<Device>& out) {
  text = trim(text);
  if (text.starts_with('[')) return parse_json_register(key, text, common, out);
  std::size_t records = 0;
  while (!text.empty()) {
    const std::size_t stop = std::min(text.find(':'), text.size());
    const std::string_view record = trim(text.substr(0, stop));
    text.remove_prefix(std::min(stop + 1, text.size()));
    if (record.empty()) continue;
    if (++records > kMaxRegistered) {
      report(out, key, "more devices than a node can have");
      return;
    }
    if (!add_record(fields_of(record), form, common, out)) {
      report(out, key, "a device with too few fields", record);
    }
  }
}

std::string_view plain_model(std::string_view type) {
  constexpr std::string_view kPrefix = "NVIDIA-";
  if (type.starts_with(kPrefix)) type.remove_prefix(kPrefix.size());
  return type;
}

}  // namespace pge::schemes
