// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace pge {

// Ways of writing a page that scrapers ask for.
enum class Format : std::uint8_t { text, openmetrics_1_0, openmetrics_0_0_1, protobuf };

// The media type with its parameters, exactly as scrapers expect it.
std::string_view content_type(Format format);

constexpr bool is_openmetrics(Format format) {
  return format == Format::openmetrics_1_0 || format == Format::openmetrics_0_0_1;
}

}  // namespace pge
