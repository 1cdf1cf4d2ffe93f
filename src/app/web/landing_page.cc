// SPDX-License-Identifier: Apache-2.0
#include "app/web/landing_page.h"

#include <string>

#include "base/parts.h"

namespace pge {

namespace {

std::string html_escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string link(std::string_view path, std::string_view what) {
  const std::string escaped = html_escaped(path);
  return "<li><a href=\"" + escaped + "\">" + escaped + "</a> " + std::string(what) + "</li>\n";
}

}  // namespace

Response landing_page(const BuildInfo& build, const Config& config) {
  std::string html =
      "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\">"
      "<title>pod-gpu-exporter</title></head>\n<body>\n<h1>pod-gpu-exporter</h1>\n"
      "<p>Which pod holds which GPU of node <b>";
  html += html_escaped(config.node_name) + "</b>.</p>\n<ul>\n";
  html += link(config.web_telemetry_path, "metrics for Prometheus");
  html += link("/metrics/nodes", "one family per node");
  html += link("/api/v1/allocations", "who holds what, as JSON");
  html += link("/-/ready", "whether the sources answer, and what to do if not");
  html += link("/-/healthy", "whether the process serves");
  html += "</ul>\n<p>Version " + html_escaped(build.version) + ", revision " +
          html_escaped(build.revision) + "</p>\n</body>\n</html>\n";
  Response response;
  response.content_type = "text/html; charset=utf-8";
  response.headers.add("Content-Security-Policy", "default-src 'none'");
  response.body.push_back(make_part(std::move(html)));
  return response;
}

}  // namespace pge
