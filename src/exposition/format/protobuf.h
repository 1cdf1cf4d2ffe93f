// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace pge {

// A page in text 0.0.4, as this program writes it, as io.prometheus.client.MetricFamily messages,
// each behind its length. `info` families are gauges there, as the format has no such type; a
// family without lines has no message, as a message without metrics is not allowed.
std::string protobuf_of(std::string_view text_page);

}  // namespace pge
