// SPDX-License-Identifier: Apache-2.0
#include "exposition/format/format.h"

namespace pge {

std::string_view content_type(Format format) {
  switch (format) {
    case Format::text:
      return "text/plain; version=0.0.4; charset=utf-8";
    case Format::openmetrics_1_0:
      return "application/openmetrics-text; version=1.0.0; charset=utf-8";
    case Format::openmetrics_0_0_1:
      return "application/openmetrics-text; version=0.0.1; charset=utf-8";
    case Format::protobuf:
      return "application/vnd.google.protobuf; proto=io.prometheus.client.MetricFamily; "
             "encoding=delimited";
  }
  return {};
}

}  // namespace pge
