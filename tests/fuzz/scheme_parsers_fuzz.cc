// SPDX-License-Identifier: Apache-2.0
//
// The parsers below the schemes: device ids, quantities, JSON out of annotations. The input is
// "<resource>\0<text>".
#include <cstdint>
#include <cstdlib>

#include "model/quantity.h"
#include "schemes/device_ids.h"
#include "schemes/id_forms.h"
#include "schemes/json.h"
#include "schemes/resources.h"

namespace {

void expect(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace pge;
  const std::string_view all(reinterpret_cast<const char*>(data), size);
  const std::size_t end = std::min(all.find('\0'), all.size());
  const std::string_view resource = all.substr(0, end);
  const std::string_view text = all.substr(std::min(end + 1, all.size()));

  const auto parsed = schemes::parse_device_id(resource, text);
  expect(parsed.shared || !parsed.replica);
  expect(parsed.key.text.size() <= text.size() + 4);
  expect(!parsed.scheme.empty());
  if (schemes::is_gpu_uuid(text)) expect(parsed.key.text == text || parsed.key.text.empty());
  static const auto patterns = schemes::ResourcePatterns::defaults();
  if (patterns.counts(resource, text)) expect(!parsed.monitoring);

  const auto units = quantity_units(text);
  const auto value = quantity_value(text);
  expect(!value || *value >= 0);
  if (units && value && *value < 1e15) {
    expect(static_cast<double>(*units) + 1e-3 >= *value);
    expect(static_cast<double>(*units) <= *value + 1.001);
  }

  if (const auto json = schemes::parse_json(text)) {
    expect(json->find("a") == nullptr || json->is(schemes::Json::Type::object));
  }
  return 0;
}
