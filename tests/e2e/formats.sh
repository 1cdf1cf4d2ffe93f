#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Every format and encoding of the pages, as other programs read them: curl, zlib and gzip of Python, the
# Python client's parsers, and a real Prometheus by OpenMetrics and protobuf.
. "$(dirname "$0")/lib.sh"

kubelet_says "$(/usr/bin/python3 -c '
import json
odd = ["plain", "qu\"ote", "back\\slash", "new\nline", "comma,brace}", "node=\"x\""]
print(json.dumps({"pods": [{"namespace": f"team-{n % 3}", "name": odd[n % 6] + str(n),
  "containers": [{"name": "main", "devices": [{"resource": "nvidia.com/gpu",
  "ids": [f"GPU-{n:08x}-2222-3333-4444-555555555555"]}]}]} for n in range(1000)]}))')"
start_kubelet
start_exporter
is_full() { (($(series pod_and_gpu_map_info | wc -l) == 1000)); }
wait_until 20 is_full || fail "the pods do not come"

text='text/plain; version=0.0.4; charset=utf-8'
om1='application/openmetrics-text; version=1.0.0; charset=utf-8'
om0='application/openmetrics-text; version=0.0.1; charset=utf-8'
proto='application/vnd.google.protobuf; proto=io.prometheus.client.MetricFamily; encoding=delimited'
type_of() { # type_of ACCEPT [CURL-ARGUMENT...]
  get /metrics --output /dev/null --write-out '%{content_type}' --header "Accept: $1" "${@:2}"
}
same "no Accept" "$text" "$(type_of '')"
same "Prometheus 2.42" "$om1" "$(type_of 'application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1')"
same "Prometheus 3" "$om1" "$(type_of 'application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6,application/openmetrics-text;version=0.0.1;q=0.5,text/plain;version=1.0.0;escaping=allow-utf-8;q=0.4,text/plain;version=0.0.4;q=0.3,*/*;q=0.2')"
same "a bare OpenMetrics" "$om0" "$(type_of application/openmetrics-text)"
same "protobuf first" "$proto" "$(type_of "$proto;q=0.6, */*;q=0.1")"
same "a browser" "$text" "$(type_of 'text/html,*/*;q=0.8')"
same "two fields" "$om0" "$(type_of 'text/plain;q=0.1' --header 'Accept: application/openmetrics-text')"
same "nonsense" "$text" "$(type_of ';;,q=,"')"

# Plain and compressed are the same page, whatever reads them; the page that has no figures of its own
# is compared byte by byte.
for accept in "$text" "$om1" "$proto"; do
  get /metrics/nodes --header "Accept: $accept" >"$work/plain"
  get /metrics/nodes --header "Accept: $accept" --header 'Accept-Encoding: gzip' >"$work/zipped.gz"
  get /metrics/nodes --header "Accept: $accept" --compressed >"$work/by_curl"
  gzip --decompress --stdout "$work/zipped.gz" | cmp - "$work/plain" || fail "gzip reads another page: $accept"
  cmp "$work/by_curl" "$work/plain" || fail "curl reads another page: $accept"
  /usr/bin/python3 - "$work/zipped.gz" "$work/plain" <<'END' || fail "zlib reads another page: $accept"
import sys, zlib
zipped, plain = (open(name, "rb").read() for name in sys.argv[1:])
one = zlib.decompressobj(wbits=31)
assert one.decompress(zipped) == plain and one.eof and not one.unused_data
END
  (($(stat --format %s "$work/zipped.gz") * 5 < $(stat --format %s "$work/plain"))) ||
    fail "not much smaller: $accept"
done
same "identity is preferred" "" \
  "$(get /metrics --head --header 'Accept-Encoding: identity, gzip;q=0.5' | grep -i '^content-encoding' || true)"
same "gzip is refused" "" \
  "$(get /metrics --head --header 'Accept-Encoding: gzip;q=0' | grep -i '^content-encoding' || true)"
get /metrics --head --header 'Accept-Encoding: gzip' | grep -qi '^vary: accept, accept-encoding' || fail "no Vary"
for page in /metrics /metrics/nodes; do
  get $page --compressed | iconv -f UTF-8 -t UTF-8 >/dev/null || fail "$page is not UTF-8"
done

# The Python client reads text and OpenMetrics alike.
get /metrics >"$work/text"
get /metrics --header "Accept: $om1" --compressed >"$work/openmetrics"
/usr/bin/python3 - "$work/text" "$work/openmetrics" <<'END' || fail "the two formats differ"
import sys
from prometheus_client.openmetrics.parser import text_string_to_metric_families as openmetrics
from prometheus_client.parser import text_string_to_metric_families as text
def read(parse, path):
    with open(path, encoding="utf-8", newline="") as file:
        families = list(parse(file.read()))
    samples = {(s.name, tuple(sorted(s.labels.items()))): s.value for f in families for s in f.samples
               if not s.name.startswith(("process_", "pod_gpu_exporter_"))}
    return families, samples
text_families, text_samples = read(text, sys.argv[1])
om_families, om_samples = read(openmetrics, sys.argv[2])
assert text_samples == om_samples and len(om_samples) > 2000, (len(text_samples), len(om_samples))
types = {f.name: f.type for f in om_families}
assert types["pod_gpu_allocation"] == "info" and types["pod_and_gpu_map_info"] == "gauge", types
assert types["pod_gpu_exporter_source_errors"] == "counter", types
END

# Tags.
tag() { get "$1" --head "${@:2}" | tr -d '\r' | sed -n 's/^etag: //Ip'; }
etag=$(tag /metrics/nodes)
same "the page that one has" 304 "$(get /metrics/nodes --header "If-None-Match: $etag" --output /dev/null --write-out '%{http_code}')"
[[ $etag != "$(tag /metrics/nodes --header 'Accept-Encoding: gzip')" ]] || fail "one tag for two encodings"

# Filters.
same "by namespace" 333 "$(get '/metrics?namespace=team-1' | grep -c '^pod_and_gpu_map_info{')"
same "by several" 667 "$(get '/metrics?namespace=team-1&namespace=team-0' | grep -c '^pod_and_gpu_map_info{')"
same "by node" 1000 "$(get '/metrics?node=ti' | grep -c '^pod_and_gpu_map_info{')"
same "by another node" 0 "$(get '/metrics?node=other' | grep -vc '^#' || true)"
get '/metrics?node=other' | grep -q '^# TYPE pod_and_gpu_map_info gauge$' || fail "the head does not stand"
same "by family" "pod_gpu_exporter_demo 0" \
  "$(get '/metrics?name%5B%5D=pod_gpu_exporter_demo' | grep -v '^#')"
same "on the nodes' page" 334 "$(get '/metrics/nodes?namespace=team-0' | grep -c '^ti_info{')"

# Prometheus by OpenMetrics, and by protobuf.
cat >"$work/prometheus.yml" <<END
global: {scrape_interval: 1s}
scrape_configs:
  - job_name: gpu
    static_configs: [{targets: ["${url#http://}"]}]
END
samples_by() { # samples_by [FLAG...]: of the map, as Prometheus stored them
  start prometheus prometheus --config.file="$work/prometheus.yml" --storage.tsdb.path="$work/tsdb$#" \
    --web.listen-address=127.0.0.1:0 "$@"
  local at=http://127.0.0.1:$(await_port prometheus)
  is_scraped() { promtool query instant "$at" 'count(pod_and_gpu_map_info)' | grep -q .; }
  wait_until 30 is_scraped || fail "Prometheus ($*) scrapes nothing: $(promtool query instant "$at" up)"
  same "up ($*)" '1' "$(promtool query instant "$at" 'sum(up)' | sed 's/.*=> \([0-9]*\).*/\1/')"
  same "samples ($*)" 1000 \
    "$(promtool query instant "$at" 'count(pod_and_gpu_map_info)' | sed 's/.*=> \([0-9]*\).*/\1/')"
  same "infos ($*)" 1000 \
    "$(promtool query instant "$at" 'count(pod_gpu_allocation_info == 1)' | sed 's/.*=> \([0-9]*\).*/\1/')"
  same "counters ($*)" 1 \
    "$(promtool query instant "$at" 'count(process_cpu_seconds_total)' | sed 's/.*=> \([0-9]*\).*/\1/')"
  stop prometheus || true
}
samples_by
samples_by --enable-feature=native-histograms
stop exporter || fail "exit code $? after SIGTERM"
